import { z } from 'zod';
import { entryKind } from '../outbox/outbox.ts';
import { call, instant } from './call.ts';

/** The form a draft belongs to: new (`new`, with an id if several), a correction, an edit, or a reminder of an entry. */
export const draftKey = z.string().regex(/^(new|(new|corrects|edits|reminds):[0-9a-f-]{36})$/);

export const draftFields = z
  .record(z.string().max(60), z.string().max(100_000))
  .refine((fields) => Object.keys(fields).length <= 60, 'A form has 60 fields at most.');
export type DraftFields = z.infer<typeof draftFields>;

export const draftName = z.object({ kind: entryKind, key: draftKey });
export type DraftName = z.infer<typeof draftName>;

export const draftRow = draftName.extend({ title: z.string().max(400), savedAt: instant });
export type DraftRow = z.infer<typeof draftRow>;

export const draft = draftRow.extend({ fields: draftFields });
export type Draft = z.infer<typeof draft>;

export const maxDrafts = 200;

export const draftCalls = {
  'drafts.list': call(z.object({ kind: entryKind }), z.array(draftRow)),
  'drafts.get': call(draftName, draft.nullable()),
  'drafts.save': call(draft.omit({ savedAt: true }), draftRow),
  /** Deletes a draft and returns it, so that it can be saved again; null where there was none. */
  'drafts.discard': call(draftName, draft.nullable()),
};

export const draftId = ({ kind, key }: DraftName): string => `${kind} ${key}`;
