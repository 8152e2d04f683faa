import type { PracticeService } from '#practice/service.ts';
import { done, refuse, type CallsOf, type Handler, type Handlers } from '../ipc/handlers.ts';
import { z } from 'zod';
import {
  licenseRegister,
  sampleDocumentJobs,
  sampleInvites,
  sampleRequirements,
  sampleVendors,
} from '#practice/sample-data.ts';
import { dayMs, isoDay, localDay } from '#shared/base/dates.ts';
import { submittedLicenseDetails, type SubmittedLicenseDetails } from '#shared/service/verification.ts';
import type { NewNote } from '../store/notes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { documentHandlers } from './documents.ts';
import { inviteHandlers } from './invites.ts';
import { vendorHandlers } from './vendors.ts';
import { verificationHandlers } from './verifications.ts';

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

/** How many invites the practice service applies without an answer, to practice deciding. */
const unclearInvites = 3;

/** Fills a new practice workspace through the outbox, as a person would. */
export async function fillPracticeOnce(workspace: Workspace, service: PracticeService): Promise<void> {
  if (workspace.stored.read('practice.filled', z.literal(true)) === true) return;
  // Stored first: if the app closes half way, queued items go on and are not queued again.
  workspace.stored.write('practice.filled', true);
  const vendors = sampleVendors();
  const { 'vendors.lookUp': lookUp } = vendorHandlers(workspace);
  for (const { id } of vendors) await lookUp({ vendorId: id });

  service.dropInviteAnswers(unclearInvites);
  const { 'invites.enqueue': invite } = inviteHandlers(workspace);
  for (const contact of sampleInvites()) {
    const { message, ...vendor } = contact;
    await invite({ invitation: { inviteMessage: message, vendor }, replaces: null });
  }
  const refused = { firstName: 'Dale', lastName: 'Hutchins', companyName: 'Ironwood Pest Control' };
  await invite({
    invitation: {
      inviteMessage: 'Hi Dale, please join our list.',
      vendor: { ...refused, email: 'dale@ironwood.invalid' },
    },
    replaces: null,
  });

  const { 'verifications.enqueue': verify } = verificationHandlers(workspace);
  for (const data of licensesToSubmit(new Date(workspace.clock.wall()))) {
    const vendorId = vendors.find((vendor) => vendor.companyName === data.licenseeName)?.id ?? null;
    await verify({ type: 'license', data, vendorId, replaces: null });
  }

  const { 'documents.add': add } = documentHandlers(workspace);
  for (const { result } of sampleDocumentJobs()) {
    const name = result.data?.nameOfEntityIndividual;
    const vendorId = vendors.find((vendor) => vendor.companyName === name)?.id ?? null;
    await add({ ids: [result.id], vendorId });
  }
  layDown(workspace);
}

function layDown({ onboarding, onboardingRecords: records, notes, clock }: Workspace): void {
  const sets = sampleRequirements();
  const problems = onboarding.save(sets);
  if (problems.length > 0) throw new Error(`The sample requirements are wrong: ${problems[0]?.sentence}`);
  const now = clock.wall();
  const day = (ahead: number) => isoDay(localDay(new Date(now + ahead * dayMs)));
  const say = (vendor: string, requirement: string) => {
    const subject = sampleVendors().find(({ companyName }) => companyName === vendor)?.id;
    const asked = sets.flatMap(({ requirements }) => requirements).find(({ name }) => name === requirement);
    if (subject === undefined || asked === undefined)
      throw new Error(`There is no ${requirement} of ${vendor}.`);
    return { subject, requirementId: asked.id, requirement };
  };
  const waive = (vendor: string, reason: string, until: number, given: number) =>
    records.waive({ ...say(vendor, 'W-9'), reason, until: day(until) }, now + given * dayMs);
  waive('Kestrel Roofing Co.', 'Sends it with the first invoice', 5, -9);
  waive('Fernhill Pool & Spa', 'On file with the owner', 120, -20);
  waive('Voltline Controls', 'New tax ID is on its way', -3, -33);
  const held = { day: day(-14), until: null, note: 'Held at the gate by the site manager' };
  records.attest(
    { ...say('Brightwater Plumbing & Drain LLC', 'Safety briefing'), ...held },
    now - 14 * dayMs,
  );
  const note = (vendor: string, more: Pick<NewNote, 'kind' | 'text' | 'followUp'>, given: number) =>
    notes.add({ subject: say(vendor, 'W-9').subject, asked: [], ...more }, now + given * dayMs);
  note('Ironwood Pest Control', { kind: 'note', text: 'Prefers calls before 9 AM', followUp: null }, -30);
  const promised = {
    kind: 'call',
    text: 'Sends the W-9 once the new tax ID is here',
    followUp: day(6),
  } as const;
  note('Voltline Controls', promised, -4);
  onboarding.wake();
}

/** Licenses as typed: most as registered, one with three details wrong, one that nobody registered. */
function licensesToSubmit(today: Date): SubmittedLicenseDetails[] {
  const registered = licenseRegister(today);
  const plain = registered.slice(0, 9).map((license) => {
    const locationWhereLicenseIsValid = { state: license.locationWhereLicenseIsValid?.state };
    return submittedLicenseDetails.parse({ ...license, locationWhereLicenseIsValid });
  });
  return [
    ...plain.filter((license) => license.licenseNumber !== '1048827'),
    {
      licenseNumber: '1048827',
      licenseTradeType: 'C-36 Plumbing',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
      licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
      qualifiedParty: 'Rosa M. Delgado',
      serviceType: 'Plumbing',
      effectiveDate: '2019-03-14',
      expiryDate: '2027-03-31',
      locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
    },
    {
      licenseNumber: '104882',
      licenseTradeType: 'C-36 Plumbing',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
    },
  ];
}
