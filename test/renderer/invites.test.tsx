import { beforeEach, describe, expect, it } from 'vitest';
import { getValues } from '#renderer/features/invites/invitation-values.ts';
import { useJustSaved } from '#renderer/features/invites/invite-panel.tsx';
import { useToasts } from '#renderer/stores/toasts.ts';
import { draftName } from '#shared/ipc/drafts.ts';
import { vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { fullInvitation, fullInvitationResult } from '#test/full-records.ts';
import { fail, ok, type Answers, type CoreBridge } from './core-bridge.ts';
import { json, type ServiceReply } from './fake-service.ts';
import { closeApps, openApp, openCore, toEntryId } from './open-app.tsx';
import { toId, toInvitation } from './sample-company.ts';
import { click, field, find, placeNow, press, type, until } from './screen.tsx';
import { enqueueInvite, goOffline, sendInvite } from './situations.ts';

const asked = (bridge: CoreBridge, name: string) => bridge.asked.filter((one) => one.name === name);
const text = () => document.body.textContent ?? '';
const tom = () => toEntryId('Tom Okafor');
const invitation = toInvitation('Mara Quist', 'Lantern Street Electric');

/** Opens an invite that was answered so. */
function openAnswered(reply: ServiceReply): Promise<CoreBridge> {
  return openApp(async (bridge) => {
    bridge.service.replies.inviteVendor = () => reply;
    return `#/invites/${await sendInvite(bridge, invitation)}`;
  });
}

beforeEach(() => {
  useJustSaved.setState({ entryId: null });
  useToasts.setState({ toasts: [] });
});

describe('an open invite', () => {
  const page: ServiceReply = {
    status: 200,
    body: '<!doctype html><title>Sign in</title>',
    headers: { 'content-type': 'text/html' },
  };

  it.each([false, true])(
    'that a web page was answered to is not said to be accepted, marked as sent or not (%s)',
    async (marked) => {
      await openApp(async (bridge) => {
        bridge.service.replies.inviteVendor = () => page;
        const entryId = await sendInvite(bridge, invitation);
        if (marked) await bridge.ask('outbox.markAsSent', { entryId });
        return `#/invites/${entryId}`;
      });
      await until(() => find('aside', 'Everything the service sent'));
      if (!marked) {
        find('aside', 'A web page came instead of the service’s answer, after the invite was sent.');
        find('aside', 'Gangway won’t send it again automatically.');
      }
      expect(find('aside').textContent).not.toMatch(/(server|service) accepted/i);
    },
  );

  it('asks once more before an unclear invite is sent again, and not before it is marked as sent', async () => {
    const bridge = await openApp(`#/invites/${tom()}`, {
      answers: {
        'outbox.sendAgain': () => fail('too_late', 'It is being sent now. Wait for the answer, then decide.'),
        'outbox.markAsSent': () => fail('storage', 'The disk is full.'),
      },
    });
    await until(() => find('aside', 'May deliver a second email to Tom.'));
    await press('1');
    await until(() => find('[role=alertdialog]', 'Tom may already have it'));
    expect(asked(bridge, 'outbox.sendAgain')).toHaveLength(0);
    await click(find('[role=alertdialog] button', 'Cancel'));
    expect(asked(bridge, 'outbox.sendAgain')).toHaveLength(0);
    await press('1');
    await click(await until(() => find('[role=alertdialog] button', 'Send again')));
    await until(() => find('[role=alertdialog] [role=alert]', 'It is being sent now.'));
    expect(asked(bridge, 'outbox.sendAgain').map(({ input }) => input)).toEqual([{ entryId: tom() }]);
    await click(find('[role=alertdialog] button', 'Cancel'));
    await press('2');
    await until(() => find('aside [role=alert]', 'The disk is full.'));
    expect(asked(bridge, 'outbox.markAsSent')).toHaveLength(1);
  });

  it(
    'quotes a refusal, and offers to mark as sent only where the service knows the vendor already',
    { tags: ['nightly'] },
    async () => {
      await openApp(`#/invites/${toEntryId('Dale Hutchins')}`);
      await until(() => find('aside', 'email is invalid'));
      expect(text()).toContain('Correct and resend');
      expect(text()).not.toContain('Mark as sent');
      await closeApps();
      await openApp(`#/invites/${toEntryId('Yuki Tanabe')}`);
      await until(() => find('aside', 'vendor already invited'));
      expect(text()).toContain('Mark as sent');
    },
  );

  it('shows what could not be read in an answer, what nobody described, and what nobody said', async () => {
    await openAnswered(
      json(
        {
          ...fullInvitationResult,
          checklist: [...fullInvitationResult.checklist, { compliant: 'validationIssue-8301' }],
          grade: 'other-8302',
        },
        201,
      ),
    );
    await click(await until(() => find('aside button', 'Other fields')));
    const seen = find('aside').textContent;
    for (const value of ['validationIssue-8301', 'other-8302']) expect(seen).toContain(value);
    expect(find('aside li', 'type-8201').textContent).toContain('Not provided');
    expect(seen).toContain('You can’t get it again');
  });

  it('shows what came in another form in its place, marked', { tags: ['nightly'] }, async () => {
    const result = {
      id: 'v-9',
      metadata: 'batch-9100',
      checklist: ['w9-9101', { type: 'Insurance', compliant: 'no' }, { type: 'License', compliant: 'soon' }],
    };
    await openAnswered(json(result, 201));
    await until(() => find('aside li', 'Insurance'));
    expect(find('aside li', 'Insurance').textContent).toContain('noUnexpected format');
    expect(find('aside li', 'License').textContent).toContain('soonUnexpected format');
    expect(find('aside dt', 'Metadata').nextElementSibling?.textContent).toBe('batch-9100Unexpected format');
    await closeApps();
    await openAnswered(json({ ...result, checklist: 'see portal' }, 201));
    await until(() => find('aside dt', 'Metadata'));
    expect(find('aside').textContent).toContain('see portalUnexpected format');
    expect(find('aside').textContent).not.toContain('The service sent no checklist');
  });

  it('keeps an answer that cannot be read whole and in sight', async () => {
    // Such were taken for accepted by earlier versions.
    const entryId = toEntryId('Hannah Cho');
    const detail = await (await openCore()).ask('invites.get', { entryId });
    if (detail.answer === null) throw new Error('The invite was answered.');
    const answer = { ...detail.answer, contentType: 'text/html', body: '<p>welcome-9001</p>' };
    await openApp(`#/invites/${entryId}`, {
      answers: { 'invites.get': () => ok({ ...detail, answer, result: null }) },
    });
    await until(() => find('aside', 'its answer cannot be read'));
    expect(text()).toContain('<p>welcome-9001</p>');
  });
});

describe('the list of invites', () => {
  it(
    'moves with J, opens with Enter, ticks with X and leads to the form with I',
    { tags: ['nightly'] },
    async () => {
      await openApp('#/invites');
      await until(() => find('[role=row]', 'Hannah Cho'));
      await press('j');
      await until(() => expect(document.activeElement?.textContent).toContain('Hannah Cho'));
      await press('x', document.activeElement ?? document.body);
      await until(() => find('[role=region]', '1 selected'));
      await press('Enter', document.activeElement ?? document.body);
      await until(() => expect(placeNow()).toContain(toEntryId('Hannah Cho')));
      await press('i');
      await until(() => expect(placeNow()).toBe('#/invites/new'));
    },
  );

  it('asks for the tab that the address names, and says what would fill it', async () => {
    const bridge = await openApp('#/invites?tab=cancelled', { company: 'new' });
    await until(() => expect(text()).toContain('Nothing was canceled.'));
    expect(asked(bridge, 'invites.page').at(-1)?.input).toMatchObject({ tab: 'cancelled' });
  });

  async function tickAll(
    tab: string,
    answers: Answers = {},
    before: (bridge: CoreBridge) => unknown = () => undefined,
  ) {
    const bridge = await openApp(`#/invites?tab=${tab}`, { answers, before });
    await until(() => find('[data-row]'));
    await click(await until(() => find('input[aria-label="Select all rows"]')));
    return bridge;
  }

  it('says of an invite that is not here that it is not, with nothing to try again', async () => {
    await openApp(`#/invites/${toId(7, 7)}`);
    const panel = await until(() => find('aside', 'There is no such invite on this computer.'));
    expect(panel.textContent).not.toContain('Try again');
    await click(find('aside button', 'Show all invites'));
    await until(() => expect(placeNow()).toBe('#/invites'));
  });

  it('says of one that was altered on the disk that its form holds what stands there now', async () => {
    const entryId = toEntryId('Dale Hutchins');
    const detail = await (await openCore()).ask('invites.get', { entryId });
    await openApp(`#/invites/new?replaces=${entryId}`, {
      answers: { 'invites.get': () => ok({ ...detail, reason: { code: 'altered' } }) },
    });
    await until(() => find('main', 'This was altered on the disk and was not sent.'));
    expect(find('main').textContent).toContain('Check every field before you send it.');
  });

  it('offers no second try where the invite to correct is not here', async () => {
    await openApp(`#/invites/new?replaces=${toId(7, 7)}`);
    await until(() => find('main', 'The earlier invite could not be read.'));
    expect(find('main').textContent).not.toContain('Try again');
    await click(find('main button', 'Start an empty one'));
    await until(() => field('Vendor email'));
  });

  it('leaves unclear invites out of what is done to all ticked ones', async () => {
    const refused = [toEntryId('Dale Hutchins'), toEntryId('Yuki Tanabe')];
    const bridge = await tickAll('needs_you');
    await click(await until(() => find('[role=region] button', 'Cancel 2')));
    await until(() => find('[role=alertdialog] button', 'Cancel them'));
    // One of them is canceled elsewhere meanwhile.
    await bridge.ask('outbox.cancel', { entryId: toEntryId('Yuki Tanabe') });
    await click(find('[role=alertdialog] button', 'Cancel them'));
    await until(() => find('[role=status]', '1 invite canceled, 1 unchanged'));
    expect(asked(bridge, 'outbox.decideMany').map(({ input }) => input)).toEqual([
      { entryIds: refused, decision: 'cancelled' },
    ]);
    expect(document.querySelector('[role=region][aria-label="Selected invites"]')).toBeNull();
  });

  it('cancels held invites together, but not one that may have been sent before', async () => {
    const heldBy = (mayBeSent: boolean) => ({
      code: 'invited_by_colleague' as const,
      colleague: 'Dana',
      at: Date.now(),
      state: 'sent' as const,
      known: 1,
      mayBeSent,
    });
    const { rows } = await (await openCore()).ask('invites.page', { tab: 'needs_you' });
    const [first, second, third] = rows;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('Three need one.');
    const held = [heldBy(false), heldBy(false), heldBy(true)].map((reason, index) => ({
      ...(rows[index] ?? first),
      state: 'in_doubt' as const,
      reason,
    }));
    const bridge = await tickAll('needs_you', {
      'invites.page': () => ok({ rows: held, next: null, total: held.length }),
    });
    await click(await until(() => find('[role=region] button', 'Cancel 2')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel them')));
    await until(() => expect(asked(bridge, 'outbox.decideMany')).toHaveLength(1));
    expect(asked(bridge, 'outbox.decideMany')[0]?.input).toEqual({
      entryIds: [first.entryId, second.entryId],
      decision: 'cancelled',
    });
  });

  it('asks about a single ticked invite as about one', async () => {
    await openApp('#/invites');
    await click(await until(() => find('input', 'Select Dale Hutchins')));
    await click(await until(() => find('[role=region] button', 'Cancel 1')));
    const question = await until(() => find('[role=alertdialog]', 'Cancel 1 invite?'));
    expect(question.textContent).toContain('It is not sent. It stays on this computer for the record.');
    expect(find('[role=alertdialog] button', 'Keep it')).toBeDefined();
    expect(find('[role=alertdialog] button', 'Cancel it')).toBeDefined();
  });

  it('undoes “Cancel” for all ticked invites: they are as they were', async () => {
    const bridge = await tickAll('waiting', {}, async (core) => {
      await core.ask('outbox.pause', { paused: true });
      await enqueueInvite(core, 'Joanne Reyes', 'Cedar Mill Carpentry');
      await enqueueInvite(core, 'Samir Patel', 'Voltline Controls');
    });
    const ids = async () =>
      (await bridge.ask('invites.page', { tab: 'waiting' })).rows.map(({ entryId }) => entryId);
    const waiting = await ids();
    expect(waiting).toHaveLength(2);
    await click(await until(() => find('[role=region] button', 'Cancel')));
    await click(await until(() => find('[role=alertdialog] button', 'Cancel them')));
    await until(async () => expect(await ids()).toEqual([]));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', 'are back'));
    expect(await ids()).toEqual(waiting);
  });

  it('reminds all ticked vendors only after saying that each gets a second email, and takes back what waits', async () => {
    const bridge = await tickAll('invited');
    await click(await until(() => find('[role=region] button', 'Remind')));
    const question = await until(() => find('[role=alertdialog]', 'second email'));
    expect(asked(bridge, 'invites.remind')).toEqual([]);
    expect(question.textContent).toContain('Each vendor gets a second email.');
    await click(find('[role=alertdialog] button', 'second invites'));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', 'canceled.'));
    expect(asked(bridge, 'invites.remind')).toHaveLength(1);
    expect(asked(bridge, 'outbox.undo').map(({ input }) => input)).toMatchObject([{ what: 'enqueued' }]);
    expect((await bridge.ask('invites.counts', null)).waiting).toBe(0);
    expect(bridge.service.requests.filter(({ operation }) => operation === 'inviteVendor')).toEqual([]);
  });

  it('says before reminding who is left out and why, and reminds the others', async () => {
    const twice = toInvitation('Peter Vance', 'Stonebridge Masonry');
    const bridge = await openApp('#/invites?tab=invited', {
      before: async (core) => {
        // Peter has been invited twice, and a reminder to Hannah waits already.
        await sendInvite(core, twice);
        await core.ask('outbox.pause', { paused: true });
        await core.ask('invites.remind', { entryIds: [toEntryId('Hannah Cho')] });
      },
    });
    await until(() => find('input', 'Select Hannah Cho'));
    const boxes = () => [...document.querySelectorAll<HTMLElement>('input[aria-label="Select Peter Vance"]')];
    await until(() => expect(boxes()).toHaveLength(2));
    for (const box of boxes()) await click(box);
    await click(find('input', 'Select Hannah Cho'));
    await click(await until(() => find('[role=region] button', 'Remind')));
    const question = await until(() => find('[role=alertdialog]', 'Remind 1 vendor?'));
    const words = '1 with an invite that is not sent yet or unclear, 1 to an address that is selected twice';
    expect(question.textContent).toContain(`Left out: ${words}.`);
    await click(find('[role=alertdialog] button', 'Queue a second invite'));
    await until(() => find('[role=status]', '1 second invite queued'));
    expect((await bridge.ask('invites.counts', null)).waiting).toBe(2);
  });

  it('asks nothing where nobody can be reminded, and says why', async () => {
    const bridge = await openApp('#/invites?tab=invited', {
      before: async ({ ask }) => {
        await ask('outbox.pause', { paused: true });
        await ask('invites.remind', { entryIds: [toEntryId('Hannah Cho')] });
      },
    });
    await click(await until(() => find('input', 'Select Hannah Cho')));
    await click(await until(() => find('[role=region] button', 'Remind')));
    await until(() => find('[role=status]', 'Nobody can be reminded now: 1 with an invite'));
    expect(asked(bridge, 'invites.remind')).toEqual([]);
  });

  it('says how many of a longer list are ticked, and does not draw that as all', async () => {
    await tickAll('all');
    await until(() => find('[role=region]', '100 of 144 selected'));
    const head = find('input[aria-label="Select all rows"]');
    if (!(head instanceof HTMLInputElement)) throw new Error('It is a checkbox.');
    expect([head.checked, head.indeterminate]).toEqual([false, true]);
    await click(head);
    await until(() => expect(document.querySelector('[aria-label="Selected invites"]')).toBeNull());
  });

  it('tells of an invite whose vendor can be read that it is done, and leads to the profile', async () => {
    await openApp(`#/invites/${toEntryId('Greta Nowak')}`);
    await until(() => find('aside', 'the vendor’s profile is on file'));
    await click(find('aside button', 'Open the profile'));
    await until(() => expect(placeNow()).toContain('#/vendors/48102'));
  });

  it('takes an imported list back that is not sent, after asking once more', async () => {
    const list = {
      batch: 3,
      kind: 'invite' as const,
      fileName: 'june.csv',
      queuedAt: Date.now(),
      rows: 9000,
      unsent: 8412,
      takenBack: 0,
      undoing: false,
    };
    let lists = [list];
    // A list so long takes minutes to bring about.
    const bridge = await openApp('#/invites?tab=waiting', {
      answers: {
        'imports.lists': () => ok(lists),
        'imports.undo': () => {
          lists = [];
          return ok({ takenBack: 8400, gone: 600 });
        },
      },
    });
    await until(() => find('main', '8,412 of 9,000 invites are not sent yet.'));
    await click(find('main button', 'Cancel 8,412'));
    const question = await until(() => find('[role=alertdialog]', 'Cancel 8,412 invites from june.csv?'));
    expect(question.textContent).toContain('The other 588 were sent');
    expect(asked(bridge, 'imports.undo')).toEqual([]);
    await click(find('[role=alertdialog] button', 'Cancel 8,412'));
    await until(() => find('[role=status]', '8,400 invites from june.csv canceled'));
    expect(asked(bridge, 'imports.undo').map(({ input }) => input)).toEqual([{ batch: 3 }]);
    await until(() => expect(text()).not.toContain('invites are not sent yet'));
  });

  it('says why nothing was done, and keeps the ticks', async () => {
    await tickAll('invited', { 'invites.archive': () => fail('storage', 'The disk is full.') });
    await click(await until(() => find('[role=region] button', 'Archive')));
    await until(() => find('[role=region]', 'The disk is full.'));
    expect(find('[role=region]', 'selected')).toBeDefined();
  });
});

/** A new invite and a correction that were begun and not sent. */
async function saveDrafts({ ask }: CoreBridge): Promise<void> {
  await ask('drafts.save', {
    kind: 'invite',
    key: `corrects:${toEntryId('Dale Hutchins')}`,
    title: 'Ironwood Pest Control',
    fields: { email: 'dale@ironwood.example.com', firstName: 'Dale', companyName: 'Ironwood Pest Control' },
  });
  await ask('drafts.save', {
    kind: 'invite',
    key: 'new',
    title: 'Lantern Street Electric',
    fields: { email: 'mara@lantern.example.com', firstName: 'Mara', companyName: 'Lantern Street Electric' },
  });
}

describe('the form of an invite', () => {
  const queueNow = () => press('Enter', document.body, { ctrlKey: true });

  it('sends only what was filled in, and says offline that it is saved', async () => {
    const bridge = await openApp('#/invites/new', { before: (core) => goOffline(core) });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    await queueNow();
    await until(() => expect(text()).toContain('Saved. It will send when you’re back online.'));
    expect(asked(bridge, 'invites.enqueue').map(({ input }) => input)).toEqual([
      { invitation: { vendor: { email: 'mara@lantern.example.com' } }, replaces: null, draft: 'new' },
    ]);
    expect(find('[role=row][aria-selected=true]').textContent).toContain('mara@lantern.example.com');
  });

  it('queues once, however often the keys are pressed', async () => {
    const bridge = await openApp('#/invites/new');
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    for (let times = 0; times < 3; times += 1) {
      const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
    }
    await until(() => expect(placeNow()).not.toContain('new'));
    expect(asked(bridge, 'invites.enqueue')).toHaveLength(1);
  });

  it('stays filled and says why where the invite could not be kept', async () => {
    await openApp('#/invites/new', {
      answers: {
        'invites.enqueue': () => fail('storage', 'The disk is full. Nothing already queued is lost.'),
      },
    });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    await type(field('First name'), 'Mara');
    await queueNow();
    await until(() => find('[role=alert]', 'The disk is full.'));
    expect(field('Vendor email').value).toBe('mara@lantern.example.com');
    expect(field('First name').value).toBe('Mara');
  });

  it('says at the field what is wrong, and queues nothing', async () => {
    const bridge = await openApp('#/invites/new');
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern..example.com');
    await queueNow();
    await until(() => expect(text()).toContain('Two dots in a row. Check the part after @.'));
    await until(() => expect(document.activeElement).toBe(field('Vendor email')));
    expect(asked(bridge, 'invites.enqueue')).toHaveLength(0);
  });

  it('warns of an earlier invite to the same address and queues only once that could be read', async () => {
    const bridge = await openApp('#/invites/new');
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'tom@kestrel.example.com');
    await queueNow();
    await until(() => expect(text()).toContain('and that invite may already have been sent.'));
    const warnedAt = performance.now();
    await queueNow();
    expect(asked(bridge, 'invites.enqueue')).toHaveLength(0);
    await until(() => expect(performance.now() - warnedAt).toBeGreaterThan(800));
    await click(find('button', 'Queue anyway'));
    await until(() => expect(asked(bridge, 'invites.enqueue')).toHaveLength(1));
  });

  it('brings a draft back with every field of the request, and says so', async () => {
    await openApp('#/invites/new', {
      answers: {
        'drafts.get': (name) =>
          ok({ ...name, title: 'Quist', savedAt: Date.now(), fields: getValues(fullInvitation) }),
      },
    });
    await until(() => expect(text()).toContain('Your draft from'));
    const filled = [...document.querySelectorAll('form input, form textarea')].map((one) =>
      one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : '',
    );
    const shown = filled.join('\n');
    const { vendor, company, checklistTasks, ...plain } = fullInvitation;
    expect(Object.keys(fullInvitation).toSorted()).toEqual(Object.keys(vendorInvitation.shape).toSorted());
    for (const value of [...Object.values(plain), ...Object.values(vendor)])
      expect(shown).toContain(String(value));
    expect(shown).toContain(company.name);
    expect(shown).toContain(checklistTasks[0]?.type);
  });

  it('keeps what was typed when it is left, and drops it only when discarded', async () => {
    const bridge = await openApp('#/invites/new');
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    await click(find('button', 'Invites'));
    await until(() => find('[role=row]', 'Hannah Cho'));
    await press('i');
    await until(() => expect(field('Vendor email').value).toBe('mara@lantern.example.com'));
    await click(find('form button', 'Discard'));
    await until(() => expect(placeNow()).toBe('#/invites'));
    expect(asked(bridge, 'drafts.discard').at(-1)?.input).toEqual({ kind: 'invite', key: 'new' });
    await press('i');
    await until(() => expect(field('Vendor email').value).toBe(''));
  });

  it('brings a discarded draft back when that is taken back', { tags: ['nightly'] }, async () => {
    await openApp('#/invites/new');
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    await click(find('form button', 'Discard'));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', 'The draft is back.'));
    await press('i');
    await until(() => expect(field('Vendor email').value).toBe('mara@lantern.example.com'));
  });

  it('shows drafts among the invites, and opens each where it was left: also a correction', async () => {
    await openApp('#/invites', { before: saveDrafts });
    await click(await until(() => find('[role=tab]', 'Drafts2')));
    const row = await until(() => find('[role=row]', 'Ironwood Pest Control'));
    expect(row.textContent).toContain('Draft');
    expect(row.textContent).toContain('Correction');
    await click(row);
    await until(() => expect(field('Vendor email').value).toBe('dale@ironwood.example.com'));
    expect(text()).toContain('email is invalid');
    expect(text()).toContain('Your draft from');
  });

  it('discards a draft from the list, and takes that back', async () => {
    await openApp('#/invites?tab=drafts', { before: saveDrafts });
    await click(
      await until(() => find('button[aria-label="Discard the draft for Lantern Street Electric"]')),
    );
    await until(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1));
    await click(find('[role=status] button', 'Undo'));
    await until(() => find('[role=row]', 'Lantern Street Electric'));
  });

  it('leaves a draft where it is when another invite is begun', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/invites/new', { before: saveDrafts });
    await until(() => expect(field('Vendor email').value).toBe('mara@lantern.example.com'));
    await click(find('form button', 'Start another'));
    await until(() => expect(field('Vendor email').value).toBe(''));
    await type(field('Vendor email'), 'nils@elsewhere.example.com');
    await until(() => expect(text()).toContain('Draft saved on this computer.'));
    const [saved, ...more] = asked(bridge, 'drafts.save').map(({ input }) => draftName.parse(input));
    expect(more).toEqual([]);
    expect(saved?.key).toMatch(/^new:/);
    await queueNow();
    await until(() => expect(asked(bridge, 'invites.enqueue')).toHaveLength(1));
    expect(asked(bridge, 'invites.enqueue')[0]?.input).toMatchObject({ draft: saved?.key });
  });

  it('says so where a draft cannot be discarded, and keeps what was typed', async () => {
    await openApp('#/invites/new', {
      answers: {
        'drafts.discard': () => fail('storage', 'The disk is full.'),
      },
    });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'mara@lantern.example.com');
    await click(find('form button', 'Discard'));
    await until(() => find('[role=alert]', 'The disk is full.'));
    expect(field('Vendor email').value).toBe('mara@lantern.example.com');
  });

  it('corrects a refused invite: filled with its details, the service’s words above, naming what it replaces', async () => {
    const refused = toEntryId('Dale Hutchins');
    const bridge = await openApp(`#/invites/new?replaces=${refused}`);
    await until(() => expect(text()).toContain('email is invalid'));
    expect(field('First name').value).toBe('Dale');
    await type(field('Vendor email'), 'dale@other.example.com');
    await queueNow();
    await until(() => expect(asked(bridge, 'invites.enqueue')).toHaveLength(1));
    expect(asked(bridge, 'invites.enqueue')[0]?.input).toMatchObject({ replaces: refused });
  });
});
