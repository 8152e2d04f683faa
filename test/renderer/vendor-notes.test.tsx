import { describe, expect, it } from 'vitest';
import { dayMs, isoDay, localDay } from '#shared/base/dates.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { setForEveryone } from '#test/onboarding-samples.ts';
import type { CoreBridge } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { brightwater } from './sample-company.ts';
import { click, field, find, placeNow, press, type, until } from './screen.tsx';

const subject = brightwater.id;
const briefing = '00000000-0000-4000-8000-000000000004';
const set: RequirementSet = setForEveryone({
  kind: 'attestation',
  id: briefing,
  name: 'Briefing',
  maxDays: null,
  soonDays: 0,
});
const day = (ahead: number) => isoDay(localDay(new Date(Date.now() + ahead * dayMs)));
const block = () => find('section[aria-label="Follow-up and history"]');
const text = () => block().textContent ?? '';
const getFollowUp = ({ ask }: CoreBridge) => ask('notes.get', { subject });

/** Opens a place where a vendor was asked for a briefing, and a note says when to call. */
async function open(hash: string, followUp: string | null = day(-1)): Promise<CoreBridge> {
  return openApp(hash, {
    before: async ({ ask }) => {
      await ask('onboarding.save', { sets: [set] });
      const note = { subject, kind: 'note', text: 'Prefers calls before 9 AM' } as const;
      await ask('notes.add', { ...note, asked: [], followUp: null });
      const letter = { kind: 'letter', text: 'Hello Rosa, the briefing is left.' } as const;
      await ask('notes.add', { subject, ...letter, asked: [briefing], followUp });
    },
  });
}

describe('the notes on a vendor’s page', () => {
  it('show the follow-up and the history, a letter’s text on request', async () => {
    await open(`#/vendors/${subject}`);
    await until(() => expect(text()).toMatch(/Follow-up.*, overdueBriefing/));
    await until(() =>
      expect(text()).toMatch(
        /Asked for Briefing, follow-up .* by you text.*Note by you Prefers calls before 9 AM/,
      ),
    );
    expect(text()).not.toContain('Hello Rosa');
    await click(find('button[aria-label="Show letter"]'));
    expect(text()).toContain('Hello Rosa');
  });

  it('take a call with a day on which to follow up, which replaces the follow-up; undo takes it back', async () => {
    const bridge = await open(`#/vendors/${subject}`);
    await until(() => block());
    await click(find('button', 'Add note'));
    await until(() => find('[role=dialog]', 'Replaces the follow-up on'));
    const save = () => click(find('[role=dialog] button[type=submit]'));
    await save();
    expect(find('[role=dialog]').textContent).toContain('Enter a note.');
    const note = document.querySelector('[role=dialog] textarea');
    if (!(note instanceof HTMLTextAreaElement)) throw new Error('There is no field for the note.');
    expect(note.maxLength).toBe(4000);
    await type(note, 'Comes in on Friday');
    await click(find('[role=dialog] input[type=checkbox]'));
    await type(field('Follow up on'), day(-1));
    await save();
    expect(find('[role=dialog]').textContent).toContain('Choose today or a later date.');
    await type(field('Follow up on'), day(6 * 366));
    await save();
    expect(find('[role=dialog]').textContent).toContain('Choose a date within 5 years.');
    await type(field('Follow up on'), day(5));
    await save();
    await until(() => expect(text()).toMatch(/Call, follow-up .* by you Comes in on Friday/));
    await until(() => find('[role=status]', 'Call saved, follow-up'));
    await press('z', document.body, { ctrlKey: true });
    await until(() => expect(text()).not.toContain('Comes in on Friday'));
    expect(await getFollowUp(bridge)).toMatchObject({ kind: 'letter', followUp: day(-1) });
  });

  it('move the follow-up, and end it', async () => {
    const bridge = await open(`#/vendors/${subject}`);
    await until(() => block());
    await click(find('button', 'Move'));
    await type(await until(() => field('Follow up on')), day(20));
    await click(find('[role=dialog] button[type=submit]'));
    await until(async () => expect((await getFollowUp(bridge))?.followUp).toBe(day(20)));
    await click(find('button', 'Done'));
    await until(() => expect(text()).toMatch(/^Follow-upNone/));
    await press('z', document.body, { ctrlKey: true });
    await until(() => expect(text()).toContain('Briefing'));
  });

  it('keep the letter that was written from the page, with a follow-up in 3 days', async () => {
    const bridge = await open(`#/vendors/${subject}`);
    await click(await until(() => find('button', 'Ask for Briefing')));
    await click(await until(() => find('button', 'Open in mail program')));
    await until(() => find('[role=status]', 'Letter saved, follow-up'));
    await until(() => expect(placeNow()).toBe(`#/vendors/${subject}`));
    const { rows } = await bridge.ask('history.page', { subject, kind: 'note' });
    expect(rows.filter(({ isLetter }) => isLetter)).toHaveLength(2);
    const followUp = await getFollowUp(bridge);
    expect(followUp).toMatchObject({ kind: 'letter', asked: ['Briefing'], followUp: day(3) });
    expect(followUp?.text).toMatch(
      /^What we still need from you\n\nHello Rosa,\n[^]*- Briefing: please arrange/,
    );
  });
});

describe('the follow-ups due on Today', () => {
  const row = () => find('[role=row]', 'Briefing asked');

  it('say what was asked and when, and ask again with one key', async () => {
    const bridge = await open('#/today');
    await until(() =>
      expect(row().textContent).toMatch(/Due 1 day ago.*Briefing asked .*, no replyAsk again/),
    );
    row().focus();
    await press('Enter', row());
    await until(() => find('h1', 'Letter to Brightwater'));
    await press('Enter', document.body);
    await until(async () => expect((await getFollowUp(bridge))?.followUp).toBe(day(3)));
    await until(() => expect(placeNow()).toBe('#/today'));
    await until(() => expect(document.querySelector('main')?.textContent).not.toContain('Briefing asked'));
    await press('z', document.body, { ctrlKey: true });
    await until(() => find('h1', 'Letter to Brightwater'));
    await press('s', document.body);
    await until(() => row());
    await click(find('[role=row] button', 'Brightwater'));
    await until(() => expect(placeNow()).toBe(`#/vendors/${subject}`));
  });

  it('are done with one key where nothing was asked', async () => {
    const bridge = await open('#/today', null);
    const note = { subject, kind: 'call', text: 'Call about insurance' } as const;
    await bridge.ask('notes.add', { ...note, asked: [], followUp: day(0) });
    await click(await until(() => find('[role=row] button', 'Done')));
    await until(async () => expect(await getFollowUp(bridge)).toBe(null));
  });
});
