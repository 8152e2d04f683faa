import { draftId, type Draft } from '#shared/ipc/drafts.ts';
import { at, toId, ok, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

const begun: Draft[] = [
  {
    kind: 'invite',
    key: 'new',
    title: 'Lantern Street Electric',
    savedAt: at('14:11'),
    fields: { email: 'mara@lantern.example.com', firstName: 'Mara', companyName: 'Lantern Street Electric' },
  },
  {
    kind: 'invite',
    key: `corrects:${toId(1, 6)}`,
    title: 'Ironwood Pest Control',
    savedAt: at('16:40', 1),
    fields: { email: 'dale@ironwood.example.com', firstName: 'Dale', companyName: 'Ironwood Pest Control' },
  },
];

/** What is typed and not enqueued yet. */
export function fakeDrafts(situation: Situation, emit: Emit): Handlers {
  let drafts = situation === 'drafts' ? begun : [];
  const without = (id: string) => drafts.filter((one) => draftId(one) !== id);
  return {
    'drafts.list': ({ kind }) =>
      ok(drafts.filter((one) => one.kind === kind).map(({ fields: _fields, ...row }) => row)),
    'drafts.get': (name) => ok(drafts.find((one) => draftId(one) === draftId(name)) ?? null),
    'drafts.save': (typed) => {
      const saved = { ...typed, savedAt: at('14:28') };
      drafts = [saved, ...without(draftId(typed))];
      emit('drafts.changed', { ids: [draftId(typed)] });
      const { fields: _fields, ...row } = saved;
      return ok(row);
    },
    'drafts.discard': (name) => {
      const kept = drafts.find((one) => draftId(one) === draftId(name)) ?? null;
      drafts = without(draftId(name));
      if (kept !== null) emit('drafts.changed', { ids: [draftId(name)] });
      return ok(kept);
    },
  };
}
