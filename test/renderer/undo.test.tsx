import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { tellDone, useUndo } from '#renderer/stores/undo.ts';
import { act, undoRegistry } from '#renderer/stores/undo-registry.ts';
import { makePng } from '#test/picture-bytes.ts';
import { formPage, plainPage } from '#test/unit/filing/pages.ts';
import type { CoreBridge } from './core-bridge.ts';
import type { ServiceReply } from './fake-service.ts';
import { closeApps, openApp, toEntryId } from './open-app.tsx';
import { toInvitation } from './sample-company.ts';
import { acting, click, find, placeNow, press, type, until } from './screen.tsx';

const asked = (bridge: CoreBridge, name: CallName) =>
  bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
const undo = (target: Element = document.body) => press('z', target, { ctrlKey: true });

/** Queues an invite while nothing is sent. */
async function queueWhilePaused({ ask }: CoreBridge): Promise<void> {
  await ask('outbox.pause', { paused: true });
  const invitation = toInvitation('Theo Vasquez', 'Juniper Court Interiors');
  await ask('invites.enqueue', { invitation, replaces: null });
}

/** Puts a paper of two pages into the pile. */
async function dropPaper(ask: CoreBridge['ask']): Promise<void> {
  const bytes = makePng(3, 5);
  const { fileId } = await ask('filing.begin', { name: 'w9.png', bytes: bytes.length });
  await ask('filing.append', { fileId, offset: 0, data: bytes.toString('base64') });
  await ask('filing.finish', { fileId });
  const [paper] = (await ask('filing.pile', null)).papers;
  const pages = [formPage('w9', { nameOfEntityIndividual: 'Kestrel Roofing Co.' }), plainPage];
  await ask('filing.saveReading', { id: paper?.id ?? '', pages, pageCount: 2, problem: null });
}

describe('undo', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('takes back what was done last, then what was done before it, from any screen', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    await click(await until(() => find('[role=row]', 'Kestrel Roofing Co.')));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => find('[role=status] button', 'Undo'));
    await click(await until(() => find('[role=row]', 'Juniper Court Interiors')));
    await click(await until(() => find('aside button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await until(() => find('[role=status]', 'Invite canceled'));
    await press('g');
    await press('v');
    await undo();
    await until(() => find('[role=status]', 'Invite canceled: Undone. The invite is back.'));
    // It leads to where it was done.
    expect(placeNow()).toMatch(/^#\/outbox/);
    await undo();
    await until(() => expect(asked(bridge, 'outbox.undo')).toHaveLength(2));
    expect(asked(bridge, 'outbox.undo')).toEqual([
      { entryIds: [expect.any(String)], what: 'cancelled' },
      { entryIds: [toEntryId('Tom Okafor')], what: 'marked_as_sent' },
    ]);
    await until(() => find('[role=status]', 'Undone.'));
    await undo();
    await until(() => find('[role=status]', 'There is nothing to undo.'));
    expect(asked(bridge, 'outbox.undo')).toHaveLength(2);
  });

  it('belongs to the text while one is written', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    await click(await until(() => find('[role=row]', 'Kestrel Roofing Co.')));
    await until(() => find('aside', 'Mark as sent'));
    await press('2');
    await until(() => find('[role=status] button', 'Undo'));
    await press('g');
    await press('i');
    const filter = await until(() => find('main input[type=search], main input[type=text], main input'));
    if (!(filter instanceof HTMLInputElement)) throw new Error('There is no field.');
    await type(filter, 'abc');
    await undo(filter);
    expect(asked(bridge, 'outbox.undo')).toEqual([]);
    expect(useUndo.getState().steps).toHaveLength(1);
  });

  it('is offered once: what the toast undid, the key does not undo again', async () => {
    await openApp('#/today');
    await until(() => find('main h1', 'Today'));
    let undone = 0;
    await acting(() =>
      tellDone('1 thing done', async () => {
        undone += 1;
        return 'It is as it was.';
      }),
    );
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=status]', 'It is as it was.'));
    await undo();
    await until(() => find('[role=status]', 'There is nothing to undo.'));
    expect(undone).toBe(1);
  });

  it('says that it is too late where the invite is being sent by then', async () => {
    const bridge = await openApp('#/outbox', { before: queueWhilePaused });
    const answer = Promise.withResolvers<ServiceReply>();
    bridge.service.replies.inviteVendor = () => answer.promise;
    await click(await until(() => find('[role=row]', 'Juniper Court Interiors')));
    await click(await until(() => find('aside button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel the invite')));
    await until(() => find('[role=status] button', 'Undo'));
    // It was taken back elsewhere, and is on its way.
    const { rows } = await bridge.ask('invites.page', { search: 'Theo Vasquez' });
    const entryIds = rows.map(({ entryId }) => entryId);
    await bridge.ask('outbox.undo', { entryIds, what: 'cancelled' });
    await bridge.ask('outbox.pause', { paused: false });
    await until(() =>
      expect(bridge.service.requests.map(({ operation }) => operation)).toContain('inviteVendor'),
    );
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=status]', 'Being sent now, so it can’t be undone.'));
  });

  it('gives a decision on a verification back, once, by its own button and by the key', async () => {
    const bridge = await openApp('#/vendors');
    await until(() => find('main h1', 'Vendors'));
    const { undoDecision, aboutDecision } = await import('#renderer/features/verifications/decision-bar.tsx');
    const entryId = toEntryId('1048827');
    await acting(() =>
      tellDone('Result accepted', () => undoDecision(entryId), { about: aboutDecision(entryId) }),
    );
    await undo();
    await until(() =>
      expect(asked(bridge, 'verifications.decide')).toEqual([{ entryId, choice: 'undo', note: '' }]),
    );
  });
});

/** Reminders to all who were invited wait for the send delay. */
async function remind({ ask }: CoreBridge): Promise<void> {
  const { rows } = await ask('invites.page', { tab: 'invited', limit: 200 });
  await ask('workspaces.updateSettings', { sendDelayS: 60 });
  await ask('invites.remind', { entryIds: rows.map(({ entryId }) => entryId) });
}

describe('what waits so that it can be undone', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('is named with its time on the Outbox, in the sidebar and on Today', async () => {
    await openApp('#/outbox', { before: remind });
    const strip = await until(() => find('main', '137 invites go out in'));
    expect(strip.textContent).toMatch(/137 invites go out in \d\d s/);
    await until(() => find('section[aria-label=Sending]', '137 go out shortly'));
    await press('g');
    await press('t');
    await until(() => find('main', '137 invites go out in'));
  });

  it('can be undone or sent now from there', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/outbox', { before: remind });
    await click(await until(() => find('main button', 'Undo')));
    await until(() => find('[role=status]', '137 items canceled. None were sent.'));
    expect(asked(bridge, 'outbox.undoDelayed')).toHaveLength(1);
    await closeApps();
    const other = await openApp('#/outbox', { before: remind });
    await click(await until(() => find('main button', 'Send now')));
    await until(() => expect(asked(other, 'outbox.sendDelayed')).toHaveLength(1));
    await until(() => expect(document.body.textContent).not.toContain('go out in'));
  });

  it('offers both in the toast for as long as it waits', async () => {
    const bridge = await openApp('#/outbox', { before: remind });
    await until(() => find('main', '137 invites go out in'));
    const status = await bridge.call('outbox.status', null);
    const until_ = status.ok ? (status.value.delayed[0]?.until ?? 0) : 0;
    await acting(() => tellDone('137 invites queued', async () => 'Taken back.', { until: until_ }));
    await until(() => find('[role=status]', 'Sends in'));
    await click(await until(() => find('[role=status] button', 'Send now')));
    await until(() => expect(asked(bridge, 'outbox.sendDelayed')).toEqual([{ until: until_ }]));
  });
});

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const rules: RequirementSet = {
  id: uuid(1),
  name: 'Everyone',
  appliesTo: { services: [], states: [], jobSites: [], tags: [] },
  requirements: [{ kind: 'attestation', id: uuid(2), name: 'Briefing', maxDays: null, soonDays: 0 }],
};

describe('every action whose inverse Gangway knows', () => {
  afterEach(() => useToasts.setState({ toasts: [] }));

  it('is undone by the key, and all is as it was before', async () => {
    const bridge = await openApp('#/today', {
      before: ({ ask }) => ask('onboarding.save', { sets: [rules] }),
    });
    const { ask } = bridge;
    const [row] = (await ask('onboarding.page', {})).rows;
    const subject = row?.subject ?? '';
    const [document] = (await ask('documents.page', {})).rows;
    const jobId = document?.jobId ?? '';
    const requirementId = uuid(2);
    const vendor = async () => {
      const found = await ask('onboarding.vendor', { subject, site: null });
      // Notes stay in the history, also those that were ended.
      return { ...found, records: found?.records.filter(({ endedAt }) => endedAt === null) };
    };
    const settings = async () => {
      const { settings: own, workspace } = await ask('app.start', null);
      return { own, name: workspace?.name, workspace: workspace?.settings };
    };
    const validUntil = async () => {
      const { before } = await ask('onboarding.setValidUntil', { jobId, day: null });
      await ask('onboarding.setValidUntil', { jobId, day: before });
      return before;
    };
    const confirm = { subjects: [subject], requirementId, day: '2026-11-01', until: null, note: '' };

    const note = { subject, asked: [], followUp: '2027-12-01' };
    await ask('notes.add', { ...note, kind: 'note', text: 'Prefers calls' });
    const openFollowUp = () => ask('notes.get', { subject });
    const notes = () => Promise.all([openFollowUp(), ask('history.page', { subject, kind: 'note' })]);
    const openNote = async () => (await openFollowUp())?.id ?? '';

    const pile = async () => (await ask('filing.pile', null)).papers.map(({ id: _id, ...paper }) => paper);
    const paper = async () => (await ask('filing.pile', null)).papers[0]?.id ?? '';
    const onFile = async () => ({ pile: await pile(), filed: await ask('filing.list', { subject }) });
    await dropPaper(ask);
    await ask('filing.choose', { id: await paper(), choice: { subject, kind: 'W-9' } });

    const cases: Record<
      string,
      { first?: () => Promise<unknown>; now: () => Promise<unknown>; act: () => Promise<{ ok: boolean }> }
    > = {
      'filing.split': {
        now: pile,
        act: async () => act('filing.split', { id: await paper(), page: 2 }),
      },
      'filing.join': {
        first: async () => ask('filing.split', { id: await paper(), page: 2 }),
        now: pile,
        act: async () => act('filing.join', { id: await paper() }),
      },
      'filing.remove': {
        now: pile,
        act: async () => act('filing.remove', { ids: [await paper()] }),
      },
      'filing.file': {
        now: onFile,
        act: async () => act('filing.file', { ids: [await paper()], recognizedOnly: false }),
      },
      'filing.change': {
        first: async () => ask('filing.file', { ids: [await paper()], recognizedOnly: false }),
        now: onFile,
        act: async () => {
          const id = (await ask('filing.list', { subject }))[0]?.id ?? '';
          return act('filing.change', { id, kind: 'Agreement', signedOn: '2026-11-02', validUntil: null });
        },
      },
      'onboarding.waive': {
        now: vendor,
        act: () =>
          act('onboarding.waive', { subjects: [subject], requirementId, reason: 'Why', until: '2099-01-01' }),
      },
      'onboarding.attest': { now: vendor, act: () => act('onboarding.attest', confirm) },
      'onboarding.takeBack': {
        first: () => ask('onboarding.attest', confirm),
        now: vendor,
        act: async () => {
          const id = (await ask('onboarding.vendor', { subject, site: null }))?.records[0]?.id ?? '';
          return act('onboarding.takeBack', { records: [{ id, subject }] });
        },
      },
      'notes.add': {
        now: notes,
        act: () => act('notes.add', { ...note, kind: 'call', text: 'Calls back' }),
      },
      'notes.addEach': {
        now: notes,
        act: () =>
          act('notes.addEach', {
            subjects: [subject],
            kind: 'letter',
            text: 'Closed on Friday',
            asked: [],
            followUp: null,
          }),
      },
      'onboarding.assign': {
        now: vendor,
        act: () => act('onboarding.assign', { changes: [{ subject, member: 'Sam' }] }),
      },
      'letters.setLanguage': {
        now: vendor,
        act: () => act('letters.setLanguage', { subject, language: 'es' }),
      },
      'letters.save': {
        now: () => ask('letters.list', null),
        act: () =>
          act('letters.save', {
            kind: 'renewal',
            language: 'es',
            template: { subject: 'Hola', body: '{missing}' },
          }),
      },
      'notes.moveFollowUp': {
        now: notes,
        act: async () => act('notes.moveFollowUp', { subject, id: await openNote(), day: '2028-01-01' }),
      },
      'notes.endFollowUp': {
        now: notes,
        act: async () => act('notes.endFollowUp', { subject, id: await openNote() }),
      },
      'onboarding.tag': {
        now: vendor,
        act: () => act('onboarding.tag', { vendorIds: [subject], tag: 'Pier 40', on: true }),
      },
      'onboarding.setValidUntil': {
        now: validUntil,
        act: () => act('onboarding.setValidUntil', { jobId, day: '2099-01-01' }),
      },
      'onboarding.save': {
        now: () => ask('onboarding.sets', null),
        act: () => act('onboarding.save', { sets: [] }),
      },
      'workspaces.updateSettings': {
        now: settings,
        act: () => act('workspaces.updateSettings', { sendDelayS: 42 }),
      },
      'app.updateSettings': { now: settings, act: () => act('app.updateSettings', { theme: 'dark' }) },
      'workspaces.rename': { now: settings, act: () => act('workspaces.rename', { name: 'Another name' }) },
    };
    const known = Object.entries(undoRegistry).filter(
      ([, rule]) => typeof rule === 'object' && 'undoing' in rule,
    );
    expect(Object.keys(cases).toSorted()).toEqual(known.map(([name]) => name).toSorted());

    for (const [name, { first, now, act: run }] of Object.entries(cases)) {
      await first?.();
      const before = await now();
      await acting(async () => {
        expect([name, (await run()).ok]).toEqual([name, true]);
      });
      expect([name, await now()]).not.toEqual([name, before]);
      await undo();
      await until(() => find('[role=status]', ': Undone.'));
      expect([name, await now()]).toEqual([name, before]);
      useToasts.setState({ toasts: [] });
    }
  });
});

describe('an action that cannot be undone', () => {
  it('keeps the key from undoing anything older, and says so', async () => {
    const { ask } = await openApp('#/today');
    const [row] = (await ask('onboarding.page', {})).rows;
    let undone = 0;
    await acting(() =>
      tellDone('1 thing done', async () => {
        undone += 1;
        return 'It is as it was.';
      }),
    );
    await acting(async () => void (await act('onboarding.noteSeen', { subjects: [row?.subject ?? ''] })));
    await undo();
    await until(() => find('[role=status]', 'Marked as seen. This can’t be undone.'));
    expect(undone).toBe(0);
  });
});
