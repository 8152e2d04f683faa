import { useCallback, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { CallError } from '#shared/ipc/call.ts';
import { call } from '../../bridge.ts';
import { useSession, useWorkspace } from '../../stores/session.ts';
import { invitationOf, isBlank, type InviteValues } from './invitation-values.ts';

interface TypedInvitesStore {
  /** What stands in forms that were left, by {@link formKey}. JSON that cannot be read yet is here too. */
  byForm: Readonly<Record<string, InviteValues>>;
}

const useTypedInvites = create<TypedInvitesStore>(() => ({ byForm: {} }));

/** Names a form: that of a new invite, or of the correction of a refused one. Each workspace has its own. */
function formKey(workspaceId: string, replaces: string | null): string {
  return `${workspaceId} ${replaces ?? 'new'}`;
}

/** What was typed into a form before it was left, for as long as this window is open. */
export function typedBefore(workspaceId: string, replaces: string | null): InviteValues | null {
  return useTypedInvites.getState().byForm[formKey(workspaceId, replaces)] ?? null;
}

/** Forgets what was typed everywhere. */
export function forgetTypedInvites(): void {
  useTypedInvites.setState({ byForm: {} });
}

function remember(form: string, values: InviteValues | null): void {
  useTypedInvites.setState(({ byForm }) => {
    const { [form]: _before, ...others } = byForm;
    return { byForm: values === null ? others : { ...others, [form]: values } };
  });
}

function openWorkspaceId(): string | null {
  const { session } = useSession.getState();
  return session.kind === 'ready' ? (session.start.workspace?.id ?? null) : null;
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
  replaces: string | null,
  values: InviteValues,
  initial: InviteValues,
): { draft: DraftState; forget: () => Promise<CallError | null> } {
  const workspaceId = useWorkspace().id;
  const form = formKey(workspaceId, replaces);
  const [draft, setDraft] = useState<DraftState>({ kind: 'unchanged' });
  const waiting = useRef<InviteValues | null>(null);
  const dropped = useRef(false);
  const onDisk = replaces === null;

  const write = useCallback(async () => {
    const next = waiting.current;
    if (next === null || dropped.current) return;
    waiting.current = null;
    // On leaving because another workspace was opened, this draft must not become that one's.
    if (!onDisk || openWorkspaceId() !== workspaceId) return;
    const result = await call('invites.saveDraft', { invitation: isBlank(next) ? null : invitationOf(next) });
    if (!dropped.current) setDraft(result.ok ? { kind: 'kept' } : { kind: 'not_kept', error: result.error });
  }, [onDisk, workspaceId]);

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
    if (result.ok) return null;
    dropped.current = false;
    return result.error;
  }, [form, onDisk]);

  return { draft, forget };
}
