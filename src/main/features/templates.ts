import { templateLimits } from '#shared/ipc/invites.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const tooMany = refuse(
  'bad_input',
  `You have ${templateLimits.number} templates, the maximum. Delete one first.`,
);

export function templateHandlers({ templates, clock, emit }: Workspace): Handlers<CallsOf<'templates'>> {
  return {
    'templates.list': () => done(templates.list()),
    'templates.save': ({ id, name, text }) => {
      const namesake = templates.named(name);
      if (namesake !== null && namesake.id !== id) {
        return refuse(
          'bad_input',
          `A template named “${namesake.name}” already exists. Choose another name.`,
        );
      }
      if (templates.get(id) === null && templates.list().length >= templateLimits.number) return tooMany;
      const template = { id, name, text, changedAt: clock.wall() };
      templates.put(template);
      emit('templates.changed', { ids: [id] });
      return done(template);
    },
    'templates.delete': ({ id }) => {
      if (templates.remove(id)) emit('templates.changed', { ids: [id] });
      return done(null);
    },
  };
}
