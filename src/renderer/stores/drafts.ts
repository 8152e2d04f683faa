import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { Draft, DraftFields, DraftName } from '#shared/ipc/drafts.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { create } from 'zustand';
import { call, takeAnswer } from '../bridge.ts';
import { useLive } from './live.ts';
import { startNow, useWorkspace } from './session.ts';
import { tellDone } from './undo.ts';

/** The unsaved values of closed forms by {@link formKey}, also those that could not be kept on this computer. */
export const useTyped = create<Readonly<Record<string, DraftFields | null>>>(() => ({}));

const formKey = (workspaceId: string, { kind, key }: DraftName): string => `${workspaceId} ${kind} ${key}`;

export type FormStart =
  | { kind: 'looking' }
  | {
      kind: 'here';
      /** What was typed before; null where nothing was. */
      fields: DraftFields | null;
      /** When that was kept on this computer; null where it is not. */
      savedAt: number | null;
      /** Why a draft that may be there could not be read. */
      problem: CallError | null;
    };

/** What was typed into a form before it was left, in this window or before a restart. Give the form a `key` of its name. */
export function useFormStart(name: DraftName): FormStart {
  const { id: workspaceId } = useWorkspace();
  const { state } = useLive('drafts.get', { kind: name.kind, key: name.key }, []);
  // The form keeps its starting values when the draft is saved again.
  const [typed] = useState(() => ownMember(useTyped.getState(), formKey(workspaceId, name)) ?? null);
  switch (state.kind) {
    case 'loading':
      return { kind: 'looking' };
    case 'failed':
      return { kind: 'here', fields: typed, savedAt: null, problem: state.error };
    case 'ready':
      return {
        kind: 'here',
        fields: typed ?? state.value?.fields ?? null,
        savedAt: state.value?.savedAt ?? null,
        problem: null,
      };
  }
}

/** Pause in typing before the draft is saved, in milliseconds. */
const rest = 500;

/**
 * Keeps what is typed into a form: in this window at once, and on this computer after typing rests and on leaving.
 * `values` are held against `initial` by identity: nothing is kept before something was typed. Where all fields are empty
 * there is no draft. `title` is what lists call it. `saved` says whether it is kept, null where nothing was typed.
 * `discard` drops the draft, after which nothing more is kept, and tells of it; false where it could not, because of
 * `problem`. `enqueued` drops it where the enqueue did so on this computer already.
 */
export function useDraft(name: DraftName, title: string, values: DraftFields, initial: DraftFields) {
  const workspaceId = useWorkspace().id;
  const { kind, key } = name;
  const form = formKey(workspaceId, name);
  const [saved, setSaved] = useState<string | null>(null);
  const [problem, setProblem] = useState<CallError | null>(null);
  const waiting = useRef<{ fields: DraftFields; title: string } | null>(null);
  const dropped = useRef(false);
  const written = useRef(false);

  const write = useCallback(async () => {
    const next = waiting.current;
    if (next === null || dropped.current) return;
    waiting.current = null;
    written.current = true;
    // On leaving because another workspace was opened, this draft must not become that one's.
    if (startNow()?.workspace?.id !== workspaceId) return;
    const result = isBlank(next.fields)
      ? await call('drafts.discard', { kind, key })
      : await call('drafts.save', { kind, key, ...next });
    if (dropped.current) return;
    setSaved(result.ok ? 'Draft saved on this computer.' : `The draft is not saved. ${result.error.message}`);
  }, [kind, key, workspaceId]);

  useEffect(() => {
    if (values === initial || dropped.current) return undefined;
    waiting.current = { fields: values, title: title.slice(0, 400) };
    useTyped.setState({ [form]: isBlank(values) ? null : values });
    const timer = setTimeout(() => void write(), rest);
    return () => clearTimeout(timer);
  }, [values, initial, title, form, write]);

  useEffect(() => () => void write(), [write]);

  function enqueued(): void {
    dropped.current = true;
    waiting.current = null;
    useTyped.setState({ [form]: null });
    // Typing may have come to rest while the enqueue was under way, and be written behind it.
    if (written.current) void call('drafts.discard', { kind, key });
  }

  async function discard(): Promise<boolean> {
    written.current = false;
    enqueued();
    const result = await call('drafts.discard', { kind, key });
    dropped.current = result.ok;
    setProblem(result.ok ? null : result.error);
    if (result.ok) tellDone('Draft discarded', () => restoreDraft({ kind, key, title, fields: values }));
    return result.ok;
  }

  return { saved, problem, discard, enqueued };
}

export const isBlank = (fields: DraftFields): boolean =>
  Object.values(fields).every((text) => text.trim() === '');

export async function restoreDraft(dropped: Omit<Draft, 'savedAt'>): Promise<string> {
  const result = await call('drafts.save', dropped);
  return result.ok ? 'The draft is back.' : result.error.message;
}

/** Drops a draft whose form is not open, with a toast that takes that back. Says what went wrong, or null. */
export const discardDraft = (name: DraftName) =>
  takeAnswer(call('drafts.discard', name), (dropped) => {
    const workspaceId = startNow()?.workspace?.id;
    if (workspaceId !== undefined) useTyped.setState({ [formKey(workspaceId, name)]: null });
    tellDone(
      'Draft discarded',
      dropped === null ? null : () => restoreDraft({ ...name, title: dropped.title, fields: dropped.fields }),
    );
  });
