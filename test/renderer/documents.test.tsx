import { beforeEach, describe, expect, it, vi } from 'vitest';
import { byWhom } from '#renderer/components/time-text.tsx';
import { navigate } from '#renderer/stores/navigation.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { makePng, svgWithScript, webPage } from '#test/picture-bytes.ts';
import { fail, ok, type CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { fullDocumentResult } from '#test/full-results.ts';
import { getPaths, valueAt } from '../resource-fields.ts';
import { closeApps, openApp, type OpenAppOptions } from './open-app.tsx';
import { sampleAddress, toDocumentResult, toJobId as job } from './sample-company.ts';
import { acting, click, find, placeNow, press, type, until } from './screen.tsx';
import { goOffline } from './situations.ts';

const nightly = { tags: ['nightly'] };

const asked = (bridge: CoreBridge, name: Parameters<CoreBridge['inputsOf']>[0]) => bridge.inputsOf(name);
const panel = () => find('aside[aria-label="Document result"]').textContent ?? '';
const at = (number: number) => `#/documents/${job(number)}`;
const isOpen = (title: string) => until(() => find('h1', title));

/** Has the service say something else of the first document, and asks it. */
async function answerWith({ ask, service }: CoreBridge, result: unknown): Promise<DocumentDetail> {
  const { getDocumentResult } = service.replies;
  service.replies.getDocumentResult = (request) =>
    request.id === job(1) ? json(result) : getDocumentResult(request);
  return ask('documents.checkNow', { jobId: job(1) });
}

/** Opens the first document with another answer of the service. */
async function openWith(result: unknown, options: OpenAppOptions = {}) {
  const bridge = await openApp(async (core) => {
    await answerWith(core, result);
    return at(1);
  }, options);
  await until(() => find('section[aria-label="Quality"]'));
  return bridge;
}

/** Keeps the pictures of the first two documents on this computer. */
async function keepPictures({ ask, service }: CoreBridge): Promise<void> {
  for (const number of [1, 2]) {
    const { result } = await ask('documents.get', { jobId: job(number) });
    const address = result?.value.fileUrl ?? `${sampleAddress}/files/${job(number)}.jpg`;
    service.files.set(address, { contentType: 'image/png', bytes: makePng(8, 8) });
    await ask('documents.fetchFile', { jobId: job(number) });
  }
}

/** How fields are shown whose values are not words of their own. */
const shownAs: Record<string, string> = {
  confidence: 'Confidence61',
  'qualityDetails.overallScore': '52Weak quality',
  'qualityDetails.scoreBreakdown.sharpness': 'Sharpness53',
  'qualityDetails.scoreBreakdown.readability': 'Readability54',
  'qualityDetails.scoreBreakdown.textQuality': 'Text quality55',
  'qualityDetails.scoreBreakdown.skewAndAlignment': 'Skew and alignment56',
  'data.isSigned': 'SignedYes',
  'data.otherBox': '“Other” boxChecked',
  'data.federalTaxClassification': 'class 9113, class 9114',
  'data.employerIdentificationNumber': '••-•••4417',
};

function leavesIn(value: unknown, path: string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')];
  return Object.entries(value).flatMap(([name, member]) => leavesIn(member, [...path, name]));
}

function withoutField(record: unknown, [name = '', ...rest]: string[]): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const members: [string, unknown][] = Object.entries(record);
  return Object.fromEntries(
    members.flatMap(([key, member]): [string, unknown][] => {
      if (key !== name) return [[key, member]];
      return rest.length === 0 ? [] : [[key, withoutField(member, rest)]];
    }),
  );
}

/** The row of a score by its label. */
function score(label: string): string {
  const term = [...document.querySelectorAll('section[aria-label="Quality"] dt')].find(
    (one) => one.textContent === label,
  );
  return term?.parentElement?.textContent ?? '';
}

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

describe('a processed document', () => {
  /** The fields of the schemas that hold no further fields, by their paths. */
  const leaves = getPaths(documentResult);

  it('is tried with a record that has every field of the schemas and no other', () => {
    expect(leavesIn(fullDocumentResult, []).toSorted()).toEqual(leaves.toSorted());
    expect(leaves.length).toBeGreaterThan(20);
  });

  it('shows every field, and none of them where it is missing', { tags: ['nightly'] }, async () => {
    const toWords = (path: string) => shownAs[path] ?? String(valueAt(fullDocumentResult, path));
    const bridge = await openWith(fullDocumentResult);
    for (const path of leaves) expect(panel()).toContain(toWords(path));
    expect(panel()).not.toContain('scoreBreakdown');
    for (const path of leaves) {
      await acting(() => answerWith(bridge, withoutField(fullDocumentResult, path.split('.'))));
      await until(() => expect(panel()).not.toContain(toWords(path)));
    }
  });

  it('shows a score that is missing, a text or negative in its place, without a bar or a word', async () => {
    await openWith({
      status: 'completed',
      confidence: 'high',
      qualityDetails: { overallScore: -4, scoreBreakdown: { sharpness: '81', readability: 60 } },
    });
    const head = find('section[aria-label="Quality"]').textContent;
    expect(head).toContain('-4');
    expect(head).toContain('Off the scale');
    expect(score('Sharpness')).toBe('Sharpness81Not a number');
    expect(score('Readability')).toContain('60');
    expect(score('Text quality')).toBe('Text quality–Not provided');
    expect(score('Confidence')).toBe('ConfidencehighNot a number');
  });

  it(
    'shows scores above 100, as texts and without an overall one as received, without a bar',
    { tags: ['nightly'] },
    async () => {
      await openWith({
        confidence: 640,
        qualityDetails: { overallScore: '97', scoreBreakdown: { sharpness: 410, readability: null } },
      });
      const head = find('section[aria-label="Quality"]').textContent;
      expect(head).toContain('97Not a number');
      expect(score('Sharpness')).toBe('Sharpness410Off the scale');
      expect(score('Readability')).toBe('Readability–Not provided');
      expect(score('Confidence')).toBe('Confidence640Off the scale');
      expect(document.querySelector('section[aria-label="Quality"] [class*="_bar_"]')).toBeNull();
    },
  );

  it('lists only what was read where the kind of document is not known to have more', async () => {
    const data = { nameOfEntityIndividual: 'Brightwater LLC', dateSigned: ' ' };
    await openWith({ documentType: 'Insurance certificate', status: 'completed', data });
    const fields = find('section[class*="_fields_"]').textContent ?? '';
    expect(fields).toContain('Brightwater LLC');
    expect(fields).not.toContain('Not found');
    expect(fields).not.toContain('Tax classification');
  });

  it('gives one advice: where the service reports a problem, the sentence asks for a new copy as the button does', async () => {
    await openWith({ status: 'completed', errors: 'Blurred', qualityDetails: { overallScore: 63 } });
    const quality = find('section[aria-label="Quality"]').textContent;
    expect(quality).toContain('Ask for a new copy. The service reports a problem with this one.');
    expect(quality).not.toContain('Check every field');
  });

  for (const [data, options] of [
    [null, {}],
    [undefined, nightly],
    ['none', nightly],
    [[], nightly],
  ] as const)
    it(
      `says of every field that it was not found where the extracted data are ${JSON.stringify(data)}`,
      options,
      async () => {
        await openWith({
          documentType: 'W-9',
          status: 'completed',
          qualityDetails: { overallScore: 80 },
          data,
        });
        const fields = find('section[class*="_fields_"]');
        expect(fields.textContent?.match(/Not found/g)?.length).toBeGreaterThan(4);
        expect(score('Sharpness')).toContain('Not provided');
        expect(find('footer button:not([disabled])', 'Accept')).toBeDefined();
      },
    );

  it('says where the answer carries the ID of another document, and advises nothing', async () => {
    const other = '0f5d3a11-9c41-4a55-8e0b-2f6d1c7b9999';
    const good = { ...fullDocumentResult, errors: '', qualityDetails: { overallScore: 96 } };
    await openWith({ ...good, id: other });
    const said = find('section[aria-label="Answer ID"]');
    expect(said.textContent).toContain('The service answered with another ID.');
    expect(said.textContent).toContain(other);
    expect(document.querySelector('footer button[class*="primary"]')).toBeNull();
    expect(find('footer button:not([disabled])', 'Accept')).toBeDefined();
    await closeApps();
    await openWith({ ...good, id: job(1).toUpperCase() });
    expect(panel()).not.toContain('another ID');
    expect(find('footer button', 'Accept').className).toContain('primary');
  });

  it.each([
    ['this account', 'Accepted by you, '],
    ['maria', 'Accepted by maria, '],
    [null, 'Accepted, no name recorded, '],
  ])('says who decided where it was %s', async (whose, words) => {
    await openApp(at(1), {
      // There is one account here.
      before: async ({ ask, answer }) => {
        const { account } = await ask('app.start', null);
        const by = whose === 'this account' ? account : whose;
        const detail = await ask('documents.get', { jobId: job(1) });
        const decisions = [{ choice: 'accept' as const, note: 'seen', at: 1_780_000_000_000, by }];
        answer({ 'documents.get': () => ok({ ...detail, decisions }) });
      },
    });
    await until(() => expect(panel()).toContain(words));
  });

  it('takes a decision that nobody is noted for to be nobody’s, also where this account has no name', () => {
    expect(byWhom(null, [])).toBe(', no name recorded');
    expect(byWhom('maria', [null])).toBe(' by maria');
  });

  it('says what differs from the vendor’s profile', async () => {
    const data = {
      nameOfEntityIndividual: 'Brightwater Plumbing & Drain LLC',
      addressCityStateZip: 'Oakland, CA 94601',
    };
    await openWith({ ...toDocumentResult(1), data });
    const fields = await until(() => find('section[class*="_fields_"]', 'Differs'));
    expect(fields.textContent).toContain('Same as profile');
    const marked = [...fields.querySelectorAll('mark')].map((one) => one.textContent);
    expect(marked).toEqual(['1', '7']);
  });

  it('can be decided where its word is not known as the last and it has no numeric score', async () => {
    const answer = { status: 'REVIEWED_OK', data: { nameOfEntityIndividual: 'Brightwater LLC' } };
    await openWith(answer);
    expect(find('footer button:not([disabled])', 'Accept')).toBeDefined();
    expect(panel()).toContain('The service sent none. Judge the document by its picture.');
    expect(panel()).not.toContain('Not yet');
    expect(panel()).not.toContain('still at work');
    await closeApps();
    await openWith({ ...answer, status: 'processing' });
    expect(find('footer button[disabled]', 'Accept')).toBeDefined();
    expect(panel()).toContain('The service is still working on it.');
  });

  it('without a score is called so in the queue unless the service is still at work on it', async () => {
    await openApp(async (core) => {
      await answerWith(core, { status: 'REVIEWED_OK', data: { nameOfEntityIndividual: 'Brightwater LLC' } });
      return '#/documents';
    });
    await until(() => expect(find('[data-row]', 'Brightwater').textContent).toContain('No score'));
    await until(() => find('[data-row]', 'In progress'));
  });

  it('asks first for a new copy where the service reports errors, whatever the score', async () => {
    await openWith({ status: 'failed', errors: 'page 2 is blank', qualityDetails: { overallScore: 97 } });
    expect(panel()).toContain('page 2 is blank');
    expect(find('footer button', 'Ask for a new copy').className).toContain('primary');
    expect(find('footer button', 'Accept').className).not.toContain('primary');
  });
});

describe('whose document it is', () => {
  it('is chosen by name among the vendors kept here, and compared with its profile then', async () => {
    const bridge = await openApp(at(2));
    await isOpen('Stonebridge');
    await click(await until(() => find('button', 'Assign vendor')));
    const field = await until(() => find('section[class*="_fields_"] input'));
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for the vendor.');
    await acting(() => field.focus());
    await type(field, 'Brightwater');
    await click(await until(() => find('[role=option]', '48213')));
    await click(find('section[class*="_fields_"] button', 'Save'));
    await until(() => find('section[class*="_fields_"]', 'Differs'));
    expect(asked(bridge, 'documents.assignVendor')).toEqual([{ jobId: job(2), vendorId: '48213' }]);
  });

  it('can be the ID of a vendor that is not kept here, and nobody again', { tags: ['nightly'] }, async () => {
    const bridge = await openApp(at(2));
    await isOpen('Stonebridge');
    await click(await until(() => find('button', 'Assign vendor')));
    const fields = 'section[class*="_fields_"]';
    const field = () => {
      const input = find(`${fields} input`);
      if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for the vendor.');
      return input;
    };
    await acting(() => field().focus());
    await type(field(), 'ACME');
    await click(await until(() => find('[role=option]', 'Use “ACME” as the ID')));
    await click(find(`${fields} button`, 'Save'));
    await until(() => find(fields, 'Its profile is not on this computer.'));
    await click(find(`${fields} button`, 'Change vendor'));
    await acting(() => field().focus());
    await type(field(), '');
    await click(find(`${fields} button`, 'Save'));
    await until(() => find(fields, 'Whose document is it?'));
    expect(asked(bridge, 'documents.assignVendor')).toEqual([
      { jobId: job(2), vendorId: 'ACME' },
      { jobId: job(2), vendorId: null },
    ]);
  });
});

describe('a value that was read in another form', () => {
  it('is shown in its place and marked', { tags: ['nightly'] }, async () => {
    const data = { isSigned: 'perhaps', otherBox: 'x', federalTaxClassification: 7, dateSigned: 20260609 };
    await openWith({ ...fullDocumentResult, data });
    const fields = find('section[class*="_fields_"]');
    const beside = (label: string) =>
      [...fields.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling
        ?.textContent;
    expect(beside('Signed')).toBe('perhapsUnexpected format');
    expect(beside('“Other” box')).toBe('xUnexpected format');
    expect(beside('Tax classification')).toBe('7Unexpected format');
    expect(beside('Date signed')).toBe('20260609Unexpected format');
  });
});

describe('the employer ID', () => {
  const masked = () => panel().includes('••-•••4417') && !panel().includes('12-3454417');

  it('is in sight for 30 seconds and then masked again', async () => {
    await openWith(fullDocumentResult);
    expect(masked()).toBe(true);
    vi.useFakeTimers();
    await press('e');
    expect(panel()).toContain('12-3454417');
    await acting(() => vi.advanceTimersByTime(29_000));
    expect(panel()).toContain('12-3454417');
    await acting(() => vi.advanceTimersByTime(1_000));
    expect(masked()).toBe(true);
  });

  it('is masked again as soon as the window is left, and the picture blurs', async () => {
    standInForPictures();
    await openApp(async (core) => {
      await answerWith(core, fullDocumentResult);
      await keepPictures(core);
      return at(1);
    });
    await until(() => find('[data-shown]'));
    await press('e');
    expect(panel()).toContain('12-3454417');
    expect(document.querySelector('[class*="blurred"]')).toBeNull();
    await acting(() => window.dispatchEvent(new Event('blur')));
    expect(masked()).toBe(true);
    expect(document.querySelector('[class*="blurred"]')).not.toBeNull();
    await acting(() => window.dispatchEvent(new Event('focus')));
    expect(masked()).toBe(true);
  });

  it('is masked for the next document', async () => {
    await openApp(at(1));
    await isOpen('Brightwater');
    await until(() => find('button', 'Reveal the employer ID'));
    await press('e');
    expect(panel()).toContain('00-0004417');
    await press('j');
    await isOpen('Stonebridge');
    await until(() => find('button', 'Reveal the employer ID'));
    expect(panel()).not.toContain('00-0004417');
  });

  it.each([
    ['12-3454417', 'Unexpected format'],
    [{ value: 123454417 }, 'Unexpected format'],
    [3123454417, 'Unexpected length'],
  ])('that came as %j is masked in the raw record too, and revealed as it came', async (received, note) => {
    const data = { ...fullDocumentResult.data, employerIdentificationNumber: received };
    await openWith({ ...fullDocumentResult, data });
    await click(find('button', 'Everything the service sent'));
    expect(panel()).toContain('•••••4417');
    expect(panel()).not.toMatch(/54417|5-?4417|3454/);
    expect(panel()).toContain(note);
    await press('e');
    const fields = find('section[class*="_fields_"]').textContent ?? '';
    expect(fields).toContain(typeof received === 'object' ? JSON.stringify(received) : String(received));
    expect(fields).toContain(note);
    expect(panel()).not.toContain('•••••4417');
  });
});

describe('the queue', () => {
  it('can be ordered otherwise, and the next document follows that order', async () => {
    const bridge = await openApp('#/documents?order=best');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    expect(asked(bridge, 'documents.page')).toContainEqual(
      expect.objectContaining({ group: 'to_review', order: 'best' }),
    );
    expect(find('[role=grid]', 'Best first')).toBeDefined();
    expect(document.body.textContent).not.toContain('70 and over');
    await press('a');
    await until(() => expect(placeNow()).toBe(`${at(8)}?order=best`));
  });

  it('does not fetch back who went elsewhere before a decision was kept', async () => {
    const bridge = await openApp('#/documents');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    const jobId = placeNow().replace('#/documents/', '');
    const detail = await bridge.ask('documents.get', { jobId });
    const kept = Promise.withResolvers<undefined>();
    bridge.answer({ 'documents.decide': () => kept.promise.then(() => ok(detail)) });
    await press('a');
    await acting(() => navigate({ screen: 'vendors' }));
    await acting(() => kept.resolve(undefined));
    await until(() => find('[role=status]', 'accepted'));
    expect(placeNow()).toBe('#/vendors');
  });
});

describe('the filter of the queue', () => {
  const titles = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? '');
  const choose = async (label: string, choice: string) => {
    await click(find('[aria-label="Narrow the list"] button', label));
    await click(await until(() => find('[role=option]', choice)));
  };

  it(
    'narrows the list by what is chosen, says how much that leaves, and is kept in the address',
    { tags: ['nightly'] },
    async () => {
      const bridge = await openApp('#/documents');
      await isOpen('Brightwater');
      await click(find('button', 'Filter by status, score, age or decision'));
      await choose('Any score', 'Weak, 50 to 69');
      await until(() => expect(titles()).toHaveLength(2));
      expect(placeNow()).toContain('score=Weak');
      await until(() => find('[role=status]', '2 of 10 shown'));
      expect(JSON.stringify(asked(bridge, 'documents.page').at(-1))).toContain('"score":"Weak"');
      await choose('Any status', 'in_progress');
      await until(() => expect(titles()).toHaveLength(0));
      expect(placeNow()).toContain('status=in_progress');
      await until(() => find('p', 'No document matches this filter.'));
      await until(() => find('p', 'The filter hides 10 documents.'));
      await click(find('button', 'Clear filter'));
      await until(() => expect(titles()).toHaveLength(10));
      expect(placeNow()).not.toContain('status');
    },
  );

  it('is read from the address, and goes along to the next document', async () => {
    await openApp('#/documents?status=completed&score=Good&age=2&order=best');
    await isOpen('Larkspur');
    expect(titles()).toHaveLength(3);
    const inUse = () => [...find('[aria-label="Filters in use"]').children].map((one) => one.textContent);
    expect(inUse().slice(0, 3)).toEqual([
      'Status: completed',
      'Score: Good, 85 and over',
      'Age: Older than 2 days',
    ]);
    await click(find('button', 'Filter by status, score, age or decision'));
    for (const words of ['completed', 'Good, 85 and over', 'Older than 2 days', 'Any decision'])
      await until(() => find('[aria-label="Narrow the list"] button', words));
    await press('Escape', find('[aria-label="Narrow the list"] button'));
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await isOpen('Meridian');
    expect(placeNow()).toBe(`${at(8)}?status=completed&score=Good&age=2&order=best`);
  });

  it('says that it hides what there is to review where it leaves none of that', async () => {
    await openApp('#/documents?score=none&decision=none');
    await until(() => find('p', 'Nothing to review matches this filter.'));
    expect(titles()).toHaveLength(1);
    await click(find('main button', 'Clear filter'));
    await isOpen('Brightwater');
  });

  it('says once what it hides where it leaves nothing, and how many there are to review where it leaves some', async () => {
    await openApp('#/documents?score=Weak&status=in_progress');
    await until(() => find('p', 'Nothing to review matches this filter.'));
    await until(() => find('main', 'The filter hides 10 documents.'));
    const said = document.querySelector('main')?.textContent.match(/matches this filter|filter hides/g);
    expect(said).toEqual(['matches this filter', 'filter hides']);
    await acting(() => navigate({ screen: 'documents', query: { score: 'Weak' } }));
    await until(() => find('[role=columnheader]', 'To review 2 match'));
  });

  it('is what an export of the list holds', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/documents?decision=none&within=7');
    await isOpen('Brightwater');
    await click(find('button', 'More for documents'));
    await click(await until(() => find('[role=menuitem]', 'CSV')));
    await until(() => expect(asked(bridge, 'exports.begin')).toHaveLength(1));
    expect(asked(bridge, 'exports.begin')[0]).toMatchObject({
      source: { list: 'documents', filter: { decision: 'none', withinDays: 7, status: null } },
    });
  });
});

describe('ticked documents', () => {
  const words = () => {
    const input = find('input[aria-label="Filter documents"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('The queue has no field to filter by.');
    return input;
  };
  const ticks = () => [...document.querySelectorAll<HTMLElement>('[data-row] input[type=checkbox]')];

  it('are asked for together, and unticked then', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/documents');
    await isOpen('Brightwater');
    await press('x', find('[data-row]', 'Stonebridge'));
    await press('x', await until(() => find('[data-row]', 'In progress')));
    expect(find('h1', 'Brightwater')).toBeDefined();
    await click(find('[aria-label="Selected documents"] button', 'Check 2 now'));
    expect(asked(bridge, 'checks.begin')).toEqual([{ what: 'documents', jobIds: [job(2), job(10)] }]);
    expect(document.querySelector('[aria-label="Selected documents"]')).toBeNull();
    await until(() => find('main', '2 results checked'));
  });

  it('are no longer ticked where the list is narrowed otherwise', { tags: ['nightly'] }, async () => {
    await openApp('#/documents');
    await isOpen('Brightwater');
    await click(ticks()[0] ?? document.body);
    await until(() => find('[aria-label="Selected documents"]', '1 selected'));
    await type(words(), 'Kestrel');
    await until(() => expect(document.querySelector('[aria-label="Selected documents"]')).toBeNull());
  });

  it('are asked for in parts where they are more than one call can name', async () => {
    const bridge = await openApp('#/documents?search=x', {
      before: async ({ ask, answer }) => {
        const row = await ask('documents.get', { jobId: job(1) });
        const many = Array.from({ length: 501 }, (_, index) => ({ ...row, jobId: job(index + 1) }));
        answer({
          'documents.page': ({ group }) => {
            const rows = group === 'to_review' ? many : [];
            return ok({ rows, next: null, total: rows.length });
          },
        });
      },
    });
    await until(() => expect(find('[role=grid]', '').getAttribute('aria-rowcount')).toBe('502'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(find('[aria-label="Selected documents"] button', 'Check 501 now'));
    await until(() => expect(asked(bridge, 'checks.begin')).toHaveLength(2));
    expect(asked(bridge, 'checks.begin')[1]).toEqual({ what: 'documents', jobIds: [job(501)] });
  });

  it('say what became of those that could not be asked for', async () => {
    const bridge = await openApp('#/documents');
    await isOpen('Brightwater');
    const run = {
      list: 'documents' as const,
      total: 3,
      done: 1,
      final: 1,
      problems: 0,
      notAsked: 2,
      ended: true,
    };
    const reason = 'The service can’t be reached. Gangway tries again automatically.';
    await acting(() => bridge.emit('checks.changed', { ...run, reason }));
    const words = `1 result checked, 1 final. 2 not checked. ${reason}`;
    await until(() => find('main [role=status], main [role=alert], main [aria-live]', words));
  });

  it('wait for the network where there is none', async () => {
    await openApp('#/documents', { before: (core) => goOffline(core) });
    await isOpen('Brightwater');
    await press('x', find('[data-row]', 'Kestrel'));
    expect(find('[aria-label="Selected documents"] button[disabled]', 'Check when online')).toBeDefined();
    expect(find('[role=row] button[disabled]', 'Check when online: all that are not ready')).toBeDefined();
  });

  it('are given a vendor together, who is found by name', async () => {
    const bridge = await openApp('#/documents');
    await isOpen('Brightwater');
    await press('x', find('[data-row]', 'Stonebridge'));
    await press('x', find('[data-row]', 'Kestrel'));
    await click(find('[aria-label="Selected documents"] button', 'Assign vendor'));
    const field = await until(() => find('[role=dialog] input'));
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no field for the vendor.');
    await acting(() => field.focus());
    await type(field, 'Brightwater');
    await click(find('[role=dialog] button', 'Assign vendor'));
    await until(() => find('[role=dialog]', 'Choose a vendor from the list, or type its ID.'));
    expect(asked(bridge, 'documents.assignVendors')).toEqual([]);
    await click(await until(() => find('[role=option]', '48213')));
    await until(() => find('[role=dialog]', 'Vendor ID 48213'));
    await click(find('[role=dialog] button', 'Assign vendor'));
    await until(() => find('[role=status]', '2 documents assigned to Brightwater Plumbing & Drain LLC'));
    expect(asked(bridge, 'documents.assignVendors')).toEqual([
      { jobIds: [job(2), job(3)], vendorId: '48213' },
    ]);
  });

  it('leave all that are not ready to one button of their own', async () => {
    const bridge = await openApp('#/documents');
    await isOpen('Brightwater');
    await click(find('[role=row] button', 'Check now: all that are not ready'));
    expect(asked(bridge, 'checks.begin')).toEqual([{ what: 'document_group', group: 'not_ready' }]);
  });
});

describe('decisions on documents', () => {
  it('opens the worst first, and the next at once after each decision by key', async () => {
    const bridge = await openApp('#/documents');
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await isOpen('Stonebridge');
    await until(() => find('footer button:not([disabled])', 'Skip'));
    await press('s');
    await isOpen('Kestrel');
    expect(asked(bridge, 'documents.decide')).toEqual([
      { jobId: job(1), choice: 'accept', note: '' },
      { jobId: job(2), choice: 'skip', note: '' },
    ]);
    await until(() => find('footer', 'Skipped: Stonebridge Masonry, W-9'));
  });

  it('takes the last decision back and opens that document again', async () => {
    await openApp(at(3));
    await isOpen('Kestrel');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await isOpen('Alder');
    await press('z', document.body, { ctrlKey: true });
    await isOpen('Kestrel');
    await until(() => find('footer', 'Last decision undone.'));
    await until(() => find('[data-row]', 'Kestrel'));
  });

  it('says that nothing is left after the last one, and still takes it back', async () => {
    await openApp('#/documents', {
      company: 'new',
      before: async ({ ask }) => {
        await ask('documents.add', { ids: [job(1)], vendorId: null });
        await ask('documents.checkNow', { jobId: job(1) });
      },
    });
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await until(() => expect(placeNow()).toBe('#/documents'));
    await until(() => find('p', 'All reviewed.'));
    await click(find('button', 'Undo'));
    await isOpen('Brightwater');
  });

  it('says how many were skipped once the others are decided, and shows them again', async () => {
    await openApp('#/documents?score=Weak');
    await isOpen('Kestrel');
    await until(() => find('footer button:not([disabled])', 'Skip'));
    await press('s');
    await isOpen('Alder');
    await until(() => find('footer button:not([disabled])', 'Skip'));
    await press('a');
    await until(() => find('p', '1 document was skipped.'));
    expect(document.body.textContent).not.toContain('All reviewed.');
    await until(() => find('main', 'Accepted: Alder'));
    await click(find('button', 'Review it again'));
    await isOpen('Kestrel');
    await until(() => find('footer button:not([disabled])', 'Skip'));
    await press('a');
    await until(() => find('p', 'Nothing to review matches this filter.'));
  });

  it('goes through all that were skipped, past what is decided already and still stands in the list', async () => {
    const decisions = new Map<string, DocumentDetail['decision']>();
    await openApp('#/documents', {
      before: async ({ ask, answer }) => {
        const details = await Promise.all([1, 2, 3].map((one) => ask('documents.get', { jobId: job(one) })));
        answer({
          // As a list is that has not heard of the last decision yet: it takes skips in, and keeps the rest.
          'documents.page': ({ group }) => {
            const rows = details.map((row) => ({ ...row, decision: decisions.get(row.jobId) ?? null }));
            return ok(
              group === 'to_review' ? { rows, next: null, total: 3 } : { rows: [], next: null, total: 0 },
            );
          },
          'documents.decide': ({ jobId, choice }) => {
            const row = details.find((one) => one.jobId === jobId);
            if (row === undefined) return fail('not_found', 'There is no such document.');
            const decision = { choice, note: '', at: row.addedAt, by: null };
            if (choice === 'skip') decisions.set(jobId, decision);
            return ok({ ...row, decision });
          },
        });
      },
    });
    const decide = async (name: string, key: string) => {
      await isOpen(name);
      await until(() => find('footer button:not([disabled])', 'Skip'));
      await press(key);
    };
    await decide('Brightwater', 's');
    await decide('Stonebridge', 'a');
    await decide('Kestrel', 's');
    await until(() => find('p', '2 documents were skipped.'));
    await click(find('button', 'Review them again'));
    await decide('Brightwater', 'a');
    await decide('Kestrel', 'a');
    await until(() => expect(placeNow()).toBe('#/documents'));
    expect(document.body.textContent).not.toContain('skipped.');
  });

  it('opens a letter with what the service said, and records that it was opened', async () => {
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(
      this: HTMLAnchorElement,
    ) {
      opened.push(this.href);
    });
    const bridge = await openApp(at(1));
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Ask for a new copy'));
    await press('r');
    await isOpen('Stonebridge');
    expect(decodeURIComponent(opened[0] ?? '')).toContain('Image out of focus toward the bottom edge.');
    expect(asked(bridge, 'documents.decide')).toEqual([{ jobId: job(1), choice: 'ask_new_copy', note: '' }]);
    expect(asked(bridge, 'notes.add')).toMatchObject([{ kind: 'letter', asked: [], followUp: null }]);
    await until(() => find('footer', 'Draft opened: Brightwater'));
  });

  it('takes a note along, and no key decides while it is written', async () => {
    const bridge = await openApp(at(1));
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('n');
    const note = document.activeElement;
    if (!(note instanceof HTMLInputElement)) throw new Error('The note is not in focus.');
    await type(note, 'Seen in person');
    await press('a', note);
    await press('z', note, { ctrlKey: true });
    expect(asked(bridge, 'documents.decide')).toEqual([]);
    expect(asked(bridge, 'documents.undoDecision')).toEqual([]);
    await press('Escape', note);
    await press('a');
    await until(() => expect(asked(bridge, 'documents.decide')).toHaveLength(1));
    expect(asked(bridge, 'documents.decide')[0]).toMatchObject({ note: 'Seen in person' });
  });

  it('stays where it is and says why where a decision cannot be kept', async () => {
    await openApp(at(1), { answers: { 'documents.decide': () => fail('storage', 'The disk is full.') } });
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await until(() => find('footer [role=alert]', 'The disk is full.'));
    expect(find('h1', 'Brightwater')).toBeDefined();
  });
});

/** This page draws nothing: a picture counts as read as soon as its bytes are here. */
function standInForPictures(bytes: Uint8Array = makePng(8, 8)): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(new Uint8Array(bytes))),
  );
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  Object.defineProperty(HTMLImageElement.prototype, 'decode', {
    configurable: true,
    writable: true,
    value: () => Promise.resolve(),
  });
}

/** Chooses a file as a person does. */
async function choose(label: string, file: File): Promise<void> {
  const input = find(`input[type=file][aria-label="${label}"]`);
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const ownCopy = 'A copy of the document on this computer';

describe('the picture', () => {
  it.each([
    ['30,000 by 30,000 pixels', makePng(30_000, 30_000, 1), 'more than Gangway can show'],
    ['a web page', webPage, 'This is a web page.'],
    ['an SVG', svgWithScript, 'This is an SVG drawing.'],
  ])('is not decoded where it is %s, and the rest goes on', async (_what, bytes, sentence) => {
    standInForPictures(bytes);
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
    await openApp(at(1), { before: keepPictures });
    await until(() => find('[role=alert]', 'The picture cannot be shown.'));
    expect(find('[role=alert]').textContent).toContain(sentence);
    expect(decode).not.toHaveBeenCalled();
    expect(document.querySelector('section[aria-label="The document"] img')).toBeNull();
    await until(() => find('footer button:not([disabled])', 'Accept'));
  });

  it('of this computer comes in bit by bit, stands in its place and can be taken away', async () => {
    standInForPictures();
    const bridge = await openApp(at(1), { before: keepPictures });
    await until(() => find('[data-shown]'));
    await choose(
      ownCopy,
      new File([new Uint8Array(makePng(8, 8)), new Uint8Array(2_500_000)], 'my scan.png'),
    );
    await until(() => find('[role=toolbar]', 'Your copy: my scan.png'));
    expect(asked(bridge, 'documents.localCopyBegin')).toEqual([
      { jobId: job(1), name: 'my scan.png', bytes: 2_500_000 + makePng(8, 8).length },
    ]);
    expect(asked(bridge, 'documents.localCopyAppend')).toHaveLength(3);
    await click(find('button', 'Remove your copy'));
    await until(() => expect(document.body.textContent).not.toContain('Your copy:'));
    await until(() => find('[role=status]', 'Your copy was removed.'));
    await press('z', document.body, { ctrlKey: true });
    await until(() => find('[role=toolbar]', 'Your copy: my scan.png'));
  });

  it('of this computer that is refused says why, and the other stays', async () => {
    standInForPictures();
    await openApp(at(1), { before: keepPictures });
    await until(() => find('[data-shown]'));
    await choose(ownCopy, new File(['<html>'], 'a.pdf'));
    await until(() => find('[role=alert]', 'This is a web page. Print it to a PDF and try again.'));
    expect(find('[data-shown]')).toBeDefined();
  });

  it('of the next document is made ready while this one is looked at', async () => {
    standInForPictures();
    await openApp(at(1), { before: keepPictures });
    await until(() => expect(fetch).toHaveBeenCalledWith(expect.stringContaining(job(2)), expect.anything()));
  });

  it('is not asked for without a network, and a copy of this computer can be opened', async () => {
    const bridge = await openApp(at(3), { before: (core) => goOffline(core) });
    await until(() => find('p', 'Picture not kept.'));
    expect(find('button', 'Open a local copy')).toBeDefined();
    expect(asked(bridge, 'documents.fetchFile')).toEqual([]);
  });

  it('is fetched by itself where it is not kept, and says why it could not be', async () => {
    const bridge = await openApp(at(3));
    await until(() => find('p', 'The picture could not be fetched.'));
    expect(asked(bridge, 'documents.fetchFile')[0]).toEqual({ jobId: job(3) });
    expect(find('button', 'Try again')).toBeDefined();
    expect(panel()).toContain('55');
  });

  it('says why an address was not opened', async () => {
    await openWith({ ...fullDocumentResult, fileUrl: 'https://10.0.0.7/w9.jpg' });
    await until(() => find('p', 'The picture’s address is on a private network'));
  });
});

describe('a document of one’s own', () => {
  const tryOwn = 'Try your own document';
  const getChoices = async () => {
    await click(find('button', 'More for documents'));
    await until(() => find('[role=menuitem]', 'Export as CSV'));
    return [...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent);
  };

  it('is given to the practice service, and to no company’s', async () => {
    const bridge = await openApp('#/documents');
    await until(() => find('button', 'Add documents'));
    await acting(() => navigate({ screen: 'documents', path: ['own'] }));
    await until(() => find('p', 'There is no such document on this computer.'));
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(asked(bridge, 'practice.giveDocument')).toEqual([]);
    expect(await getChoices()).not.toContain(tryOwn);
    await acting(() => bridge.ask('workspaces.openPractice', null));
    await until(() => find('[role=dialog]', tryOwn));
    await click(find('[role=dialog] button', 'Cancel'));
    expect(await getChoices()).toContain(tryOwn);
  });

  it('is read by the page: what it cannot read is said, and given to nobody', async () => {
    const bridge = await openApp('#/documents/own', {
      before: ({ ask }) => ask('workspaces.openPractice', null),
    });
    await until(() => find('[role=dialog]', tryOwn));
    await choose('Document to try', new File([], 'w9.png'));
    await until(() => find('[role=dialog]', 'This file is empty.'));
    expect(find('[role=dialog]').textContent).toContain('Nothing was added.');
    expect(asked(bridge, 'practice.giveDocument')).toEqual([]);
  });
});

describe('adding documents', () => {
  it('takes many IDs at once and answers each for itself', async () => {
    const fresh = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
    const bridge = await openApp('#/documents/add');
    const area = await until(() => find('[role=dialog] textarea'));
    if (!(area instanceof HTMLTextAreaElement)) throw new Error('There is no place for the IDs.');
    await acting(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
        area,
        `${fresh}\n${job(1)}, W-9.pdf; ${fresh.toUpperCase()}`,
      );
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await until(() => find('[role=dialog]', '2 of 3 look like job IDs.'));
    await click(find('[role=dialog] button', 'Add 2'));
    const answers = await until(() => find('[role=dialog]', '1 added, 1 already added, 1 not a job ID'));
    expect(asked(bridge, 'documents.add')).toEqual([
      { ids: [fresh.toUpperCase(), job(1), 'W-9.pdf'], vendorId: null },
    ]);
    expect(answers.textContent).toContain('W-9.pdfNot a job ID');
  });

  it('takes the vendor beside a job, also for one that is known', async () => {
    const fresh = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
    const bridge = await openApp(`#/documents/add`);
    await until(() => find('[role=dialog] textarea'));
    const text = `Job;Vendor\n${job(2)};48213\n${job(1)};48213\n${fresh};\n`;
    await choose('A CSV or text file of documents', new File([text], 'jobs.csv'));
    await until(() => find('[role=dialog]', '3 IDs, 2 with a vendor.'));
    await click(find('[role=dialog] button', 'Add 3'));
    await until(() => find('[role=dialog]', '1 added, vendor assigned for 1, 1 already added'));
    expect(asked(bridge, 'documents.add')).toEqual([
      {
        ids: [job(2), job(1), fresh],
        vendorId: null,
        getVendor: { [job(2)]: '48213', [job(1)]: '48213' },
      },
    ]);
  });

  it('takes the IDs of a file and says how many lines have none', async () => {
    await openApp('#/documents/add');
    await until(() => find('[role=dialog] textarea'));
    const text = `Job;Kind\n${job(1)};W-9\ngangway://document/${job(2)};W-9\n;W-9\n`;
    await choose('A CSV or text file of documents', new File([text], 'jobs.csv'));
    await until(() => find('[role=dialog] [role=status]', '2 IDs from jobs.csv. 1 line has none.'));
    expect(find('[role=dialog] button', 'Add 2')).toBeDefined();
  });

  it('says what would fill the screen where there are none', async () => {
    await openApp('#/documents', { company: 'new' });
    await until(() => find('p', 'Paste document job IDs to look some up.'));
  });
});
