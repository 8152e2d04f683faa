import { beforeEach, describe, expect, it, vi } from 'vitest';
import { figureIds, figureTitles } from '#shared/onboarding/figures.ts';
import { fail } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { click, find, placeNow, press, until } from './screen.tsx';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sets = [
  {
    id: id(1),
    name: 'Everyone',
    appliesTo: { services: [], states: [], jobSites: [], tags: [] },
    requirements: [
      {
        kind: 'profile' as const,
        id: id(2),
        name: 'Profile',
        ask: { what: 'readable' as const },
        maxAgeDays: null,
      },
    ],
  },
];
const card = (title: string) => find('section[class*="_figure_"]', title);
const charts = () => document.querySelectorAll('main svg[role=img]');
const hasChart = (title: string) => card(title).querySelector('svg[role=img]') !== null;

beforeEach(() => {
  URL.createObjectURL = () => 'blob:made';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe('Figures', () => {
  it('are reached from the vendors and shown as charts, each with a sentence that its picture is called by', async () => {
    await openApp('#/vendors', { before: ({ ask }) => ask('onboarding.save', { sets }) });
    await click(await until(() => find('button[aria-label="More for vendors"]')));
    await click(await until(() => find('[role=menuitem]', 'Figures')));
    expect(placeNow()).toBe('#/vendors/figures');
    await until(() => expect(charts().length).toBeGreaterThan(2));
    expect([...document.querySelectorAll('main h2')].map((one) => one.textContent)).toEqual(
      figureIds.map((one) => figureTitles[one]),
    );
    const stages = card(figureTitles.stages);
    const sentence = stages.querySelector('p')?.textContent ?? '';
    expect(sentence).toMatch(/^\d+ vendors? of \d+ may work today\.$/);
    expect(stages.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      `${figureTitles.stages}. ${sentence}`,
    );
    expect(stages.textContent).toContain('Profile in order');
    // A style of its own is what the rules of the page forbid.
    expect(document.querySelector('main svg style')).toBeNull();
  });

  it('turn into their tables one by one, and all by key', async () => {
    const { ask } = await openApp('#/vendors/figures', {
      before: (core) => core.ask('onboarding.save', { sets }),
    });
    await until(() => expect(charts().length).toBeGreaterThan(2));
    // Vendors of the practice company are still added meanwhile, so a figure may get its chart later.
    const before = charts().length;
    await click(find(`button[aria-label="Table: ${figureTitles.stages}"]`));
    expect(hasChart(figureTitles.stages)).toBe(false);
    expect(charts().length).toBeGreaterThanOrEqual(before - 1);
    await until(async () => {
      const { stages } = await ask('onboarding.figures', null);
      const cells = card(figureTitles.stages).querySelectorAll('tbody td');
      const numbers = [...cells].map((one) => Number(one.textContent));
      expect(numbers).toHaveLength(stages.length);
      expect(numbers[0]).toBe(stages[0]?.count);
      expect(numbers[0]).toBeGreaterThan(0);
    });
    await press('t', document.body);
    expect(charts()).toHaveLength(0);
    await press('t', document.body);
    expect(hasChart(figureTitles.stages)).toBe(true);
    expect(charts().length).toBeGreaterThanOrEqual(before);
  });

  it('are saved as their tables', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await openApp('#/vendors/figures', { before: (core) => core.ask('onboarding.save', { sets }) });
    await click(await until(() => find(`button[aria-label="Save: ${figureTitles.endings}"]`)));
    await click(await until(() => find('[role=menuitem]', 'Save as CSV')));
    await until(() => expect(names[0]).toMatch(/^gangway-expirations-by-month-\d{4}-\d{2}-\d{2}\.csv$/));
  });

  it('that have nothing to count say so and draw nothing', async () => {
    await openApp('#/vendors/figures', { company: 'new' });
    await until(() => expect(card(figureTitles.stages).textContent).toContain('No vendor is known'));
    expect(charts()).toHaveLength(0);
    expect(card(figureTitles.quality).textContent).toContain('No documents looked up yet.');
  });

  it('that cannot be read say so, and are read again when a person asks', async () => {
    const bridge = await openApp('#/vendors/figures', {
      before: ({ answer }) => answer({ 'onboarding.figures': () => fail('internal', 'The disk is full.') }),
    });
    await until(() => expect(find('main').textContent).toContain('The figures could not be read.'));
    bridge.answer({
      'onboarding.figures': () => ({
        ok: true,
        value: {
          stages: [{ stage: 'known', count: 1 }],
          durations: [{ stage: 'ready', count: 1, half: 3, most: 12 }],
          endings: [],
          quality: [],
          outcomes: [],
        },
      }),
    });
    await click(find('button', 'Try again'));
    await until(() => expect(charts()).toHaveLength(2));
    const durations = card(figureTitles.durations);
    expect(durations.textContent).toContain('3 days; 90% within 12 days');
    // Of those that have not got there nothing is known.
    expect(durations.querySelector('p')?.textContent).toBe(
      'May work takes longest: half of the vendors got there within 3 days.',
    );
    expect(durations.querySelector('svg[role=img]')?.textContent).toContain('Days');
  });
});
