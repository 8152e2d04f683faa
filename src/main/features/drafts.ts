import { draftId, maxDrafts } from '#shared/ipc/drafts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const tooMany = refuse('bad_input', `You have ${maxDrafts} drafts, the maximum. Queue or discard one first.`);

/** Unsent forms, stored only in the workspace's database on this computer. */
export function draftHandlers({ drafts, clock, emit }: Workspace): Handlers<CallsOf<'drafts'>> {
  return {
    'drafts.list': ({ kind }) => done(drafts.list(kind)),
    'drafts.get': (name) => done(drafts.get(name)),
    'drafts.save': (typed) => {
      if (drafts.count(typed.kind) >= maxDrafts && drafts.get(typed) === null) return tooMany;
      const { fields, ...row } = { ...typed, savedAt: clock.wall() };
      drafts.put({ ...row, fields });
      emit('drafts.changed', { ids: [draftId(typed)] });
      return done(row);
    },
    'drafts.discard': (name) => {
      const kept = drafts.get(name);
      if (kept === null || !drafts.remove(name)) return done(null);
      emit('drafts.changed', { ids: [draftId(name)] });
      return done(kept);
    },
  };
}
