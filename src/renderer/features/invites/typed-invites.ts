import { useCallback, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { CallError } from '#shared/ipc/call.ts';
import { call } from '../../bridge.ts';
import { invitationOf, isBlank, type InviteValues } from './invitation-values.ts';

interface TypedInvitesStore {
  /** What stands in forms that were left, by the entry they correct, or `new`. JSON that cannot be read yet is here too. */
  byForm: Readonly<Record<string, InviteValues>>;
}

const useTypedInvites = create<TypedInvitesStore>(() => ({ byForm: {} }));

/** What was typed into a form before it was left, for as long as this window is open. */
export function typedBefore(form: string): InviteValues | null {
  return useTypedInvites.getState().byForm[form] ?? null;
}

/** Forgets what was typed everywhere, as when another workspace is opened. */
export function forgetTypedInvites(): void {
  useTypedInvites.setState({ byForm: {} });
}

function remember(form: string, values: InviteValues | null): void {
  useTypedInvites.setState(({ byForm }) => {
    const { [form]: _before, ...others } = byForm;
    return { byForm: values === null ? others : { ...others, [form]: values } };
  });
}

/** How long typing has to rest before the draft is written, in milliseconds. */
const rest = 500;

/** Where the draft of a form stands. */
export type DraftState = { kind: 'unchanged' } | { kind: 'kept' } | { kind: 'not_kept'; error: CallError };

/**
 * Keeps what is typed: in this window at once, and on this computer after typing rests and on leaving. Only a new
 * invite's draft survives a restart; a correction can be begun again from the refused invite. `forget` drops the draft,
 * after which nothing more is kept.
 */
export function useInviteDraft(
  form: string,
  values: InviteValues,
  initial: InviteValues,
): { draft: DraftState; forget: () => Promise<CallError | null> } {
  const [draft, setDraft] = useState<DraftState>({ kind: 'unchanged' });
  const waiting = useRef<InviteValues | null>(null);
  const dropped = useRef(false);
  const onDisk = form === 'new';

  const write = useCallback(async () => {
    const next = waiting.current;
    if (next === null || dropped.current) return;
    waiting.current = null;
    if (!onDisk) return;
    const result = await call('invites.saveDraft', { invitation: isBlank(next) ? null : invitationOf(next) });
    if (!dropped.current) setDraft(result.ok ? { kind: 'kept' } : { kind: 'not_kept', error: result.error });
  }, [onDisk]);

  useEffect(() => {
    if (values === initial || dropped.current) return undefined;
    waiting.current = values;
    remember(form, isBlank(values) ? null : values);
    const timer = setTimeout(() => void write(), rest);
    return () => clearTimeout(timer);
  }, [values, initial, form, write]);

  useEffect(() => () => void write(), [write]);

  const forget = useCallback(async () => {
    dropped.current = true;
    waiting.current = null;
    remember(form, null);
    if (!onDisk) return null;
    const result = await call('invites.saveDraft', { invitation: null });
    return result.ok ? null : result.error;
  }, [form, onDisk]);

  return { draft, forget };
}
