import type { PracticeService } from '#practice/service.ts';
import { done, refuse, type CallsOf, type Handler, type Handlers } from '../ipc/handlers.ts';

const notPractice = refuse(
  'refused',
  'Only the practice service takes documents from Gangway. Open the practice workspace to try it.',
);

/** Actions on the practice service outside its interface. @param service null for a company's workspace */
export function practiceHandlers(
  service: Pick<PracticeService, 'addDocument'> | null,
  addDocuments: Handler<'documents.add'>,
): Handlers<CallsOf<'practice'>> {
  return {
    'practice.giveDocument': async (given) => {
      if (service === null) return notPractice;
      const taken = service.addDocument(given);
      if (!taken.ok) {
        return refuse('refused', `The practice service refused this. It said: ${taken.refusal.message}.`);
      }
      const jobId = taken.value.id;
      const added = await addDocuments({ ids: [jobId], vendorId: null });
      return added.ok ? done({ jobId }) : added;
    },
  };
}
