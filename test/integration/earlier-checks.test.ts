import { describe, expect, it } from 'vitest';
import { draftHandlers } from '#main/features/drafts.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { EntryState } from '#shared/outbox/outbox.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const dayMs = 86_400_000;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function opened() {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const calls = verificationHandlers(workspace);
  return {
    workspace,
    submit: async (licenseNumber: string, state: string | null, replaces: string | null = null) => {
      const place = state === null ? {} : { locationWhereLicenseIsValid: { state } };
      const data = { licenseNumber, ...place };
      const row = await calls['verifications.enqueue']({ type: 'license', data, vendorId: null, replaces });
      return unwrap(row).entryId;
    },
    /** Puts an entry into a state that it has been in for so many days. */
    become: (entryId: string, state: EntryState, days: number) => {
      const at = workspace.clock.wall() - days * dayMs;
      workspace.db
        .prepare(
          'UPDATE entry SET state = ?, reason = NULL, next_at = NULL, changed_at = ?, sent_at = ? WHERE id = ?',
        )
        .run(state, at, at, entryId);
    },
    found: async (licenseNumber: string, state = '') => {
      const rows = unwrap(await calls['verifications.duplicates']({ licenseNumber, state }));
      return rows.map((row) => row.entryId);
    },
  };
}

describe('a license that is about to be submitted', () => {
  it('is known from a check that waits, by its number however written and its state by name or code', async () => {
    const { submit, found } = await opened();
    const id = await submit('C36-1048827', 'CA');
    for (const [number, state] of [
      ['C36-1048827', 'CA'],
      [' c36 1048827', 'California'],
      ['C36-1048827', ''],
    ] as const) {
      expect(await found(number, state)).toEqual([id]);
    }
    expect(await found('C36-1048827', 'Nevada')).toEqual([]);
    expect(await found('C36-1048828', 'CA')).toEqual([]);
    expect(await found('', 'CA')).toEqual([]);
    expect(await found(' - ', 'CA')).toEqual([]);
  });

  it('is known where the earlier check says no state', async () => {
    const { submit, found } = await opened();
    const id = await submit('1048827', null);
    expect(await found('1048827', 'CA')).toEqual([id]);
  });

  it.each([
    ['in_doubt', 300, true],
    ['accepted', 6, true],
    ['accepted', 8, false],
    ['rejected', 6, true],
    ['rejected', 8, false],
    ['dead', 1, true],
    ['cancelled', 0, false],
  ] as const)('is known from one that is %s for %i days: %s', async (state, days, known) => {
    const { submit, become, found } = await opened();
    const id = await submit('1048827', 'CA');
    become(id, state, days);
    expect(await found('1048827', 'CA')).toEqual(known ? [id] : []);
  });

  it('is known as long as the service is looking for it', async () => {
    const { workspace, submit, become, found } = await opened();
    const id = await submit('1048827', 'CA');
    become(id, 'accepted', 20);
    workspace.watches.begin('verification', id, workspace.clock.wall(), workspace.clock.wall() + dayMs);
    expect(await found('1048827', 'CA')).toEqual([id]);
  });

  it('is known from the correction alone where an earlier one was corrected', async () => {
    const { submit, become, found } = await opened();
    const wrong = await submit('1048827', 'CA');
    become(wrong, 'rejected', 1);
    const right = await submit('1048827', 'CA', wrong);
    expect(await found('1048827', 'CA')).toEqual([right]);
  });
});

describe('the draft of a verification', () => {
  it('goes with the enqueue, and stays where that is refused', async () => {
    const { workspace } = await opened();
    const drafts = draftHandlers(workspace);
    const name = { kind: 'verification' as const, key: 'new' };
    await drafts['drafts.save']({ ...name, title: '1', fields: { licenseNumber: '1' } });
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const request = { type: 'license', vendorId: null, replaces: null, draft: 'new' };
    expect(await enqueue({ ...request, data: {} })).toMatchObject({ ok: false });
    expect(unwrap(await drafts['drafts.get'](name))).not.toBeNull();
    unwrap(await enqueue({ ...request, data: { licenseNumber: '1' } }));
    expect(unwrap(await drafts['drafts.get'](name))).toBeNull();
    expect(workspace.events).toContainEqual({
      name: 'drafts.changed',
      payload: { ids: ['verification new'] },
    });
  });
});
