import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '#renderer/app/app.tsx';
import { readHash, useNavigation } from '#renderer/stores/navigation.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import {
  documentResult,
  extractedData,
  qualityDetails,
  scoreBreakdown,
} from '#shared/service/document-result.ts';
import { readResource } from '#shared/service/reading.ts';
import type { Situation } from './bridge-double.ts';
import { fail, idOf, ok, type Handlers } from './double/core.ts';
import { documentDetailOf, documentRows } from './double/documents.ts';
import { fullDocumentResult } from './double/full-results.ts';
import { acting, clear, click, find, press, putBridge, show, type, until } from './screen.tsx';

async function open(hash: string, situation: Situation = 'online', overrides: Handlers = {}) {
  window.location.hash = hash;
  useNavigation.setState({ route: readHash(hash), position: 0, last: 0 });
  const bridge = putBridge(situation, overrides);
  await show(<App />);
  return bridge;
}

type Bridge = Awaited<ReturnType<typeof open>>;
const asked = (bridge: Bridge, name: string) =>
  bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
const panel = () => find('aside[aria-label="What the service says of it"]').textContent ?? '';
const job = (number: number) => idOf(4, number);
const at = (number: number) => `#/documents/${job(number)}`;
const isOpen = (title: string) => until(() => find('h1', title));

/** The first document of the double with another answer of the service. */
function detailWith(result: unknown, part: Partial<DocumentDetail> = {}): DocumentDetail {
  const [row] = documentRows;
  if (row === undefined) throw new Error('The double has documents.');
  return { ...documentDetailOf(row), result: readResource(documentResult, result), ...part };
}

async function openWith(result: unknown, part: Partial<DocumentDetail> = {}) {
  const bridge = await open(at(1), 'online', { 'documents.get': () => ok(detailWith(result, part)) });
  await until(() => find('section[aria-label="Quality"]'));
  return bridge;
}

/** The row of a score by its label. */
function score(label: string): string {
  const term = [...document.querySelectorAll('section[aria-label="Quality"] dt')].find(
    (one) => one.textContent === label,
  );
  return term?.parentElement?.textContent ?? '';
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await clear();
});

describe('a processed document', () => {
  it('has a place for every field of the resource', async () => {
    const parts: [shape: object, record: object][] = [
      [documentResult.shape, fullDocumentResult],
      [qualityDetails.shape, fullDocumentResult.qualityDetails],
      [scoreBreakdown.shape, fullDocumentResult.qualityDetails.scoreBreakdown],
      [extractedData.shape, fullDocumentResult.data],
    ];
    for (const [shape, record] of parts) {
      expect(Object.keys(record).toSorted()).toEqual(Object.keys(shape).toSorted());
    }
    await openWith(fullDocumentResult);
    const seen = panel();
    const { qualityDetails: quality, data, confidence, ...texts } = fullDocumentResult;
    for (const value of Object.values(texts)) expect(seen).toContain(value);
    expect(find('section[aria-label="Quality"]').textContent).toContain(String(quality.overallScore));
    expect(seen).toContain(quality.feedback);
    expect(score('Sharpness')).toContain('53');
    expect(score('Readability')).toContain('54');
    expect(score('Text quality')).toContain('55');
    expect(score('Skew and alignment')).toContain('56');
    expect(score('Confidence')).toContain(String(confidence));
    for (const value of [
      data.dateSigned,
      data.addressStreet,
      data.addressCityStateZip,
      data.nameOfEntityIndividual,
      ...data.federalTaxClassification,
      '••-•••4417',
      '“Other” boxTicked',
      'SignedYes',
    ]) {
      expect(seen).toContain(value);
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
    expect(score('Text quality')).toBe('Text quality–Not given');
    expect(score('Confidence')).toBe('ConfidencehighNot a number');
  });

  it('says what differs from the vendor’s profile', async () => {
    await open(at(1));
    const fields = await until(() => find('section[aria-label="Read from the document"]', 'Differs'));
    expect(fields.textContent).toContain('Same as profile');
    const marked = [...fields.querySelectorAll('mark')].map((one) => one.textContent);
    expect(marked).toEqual(['1', '7']);
  });

  it('asks first for a new copy where the service reports errors, whatever the score', async () => {
    await openWith(
      { status: 'failed', errors: 'page 2 is blank', qualityDetails: { overallScore: 97 } },
      { score: 97 },
    );
    expect(panel()).toContain('page 2 is blank');
    expect(find('footer button', 'Ask for a new copy').className).toContain('primary');
    expect(find('footer button', 'Accept').className).not.toContain('primary');
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
    await openWith(fullDocumentResult);
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
    await open(at(1));
    await isOpen('Brightwater');
    await until(() => find('button', 'Reveal the employer ID'));
    await press('e');
    expect(panel()).toContain('00-0004417');
    await press('j');
    await isOpen('Stonebridge');
    await until(() => find('button', 'Reveal the employer ID'));
    expect(panel()).not.toContain('00-0004417');
  });

  it('is masked in the raw record too, in whatever form it came', async () => {
    await openWith({
      ...fullDocumentResult,
      data: { ...fullDocumentResult.data, employerIdentificationNumber: '12-3454417' },
    });
    await click(find('button', 'Everything the service sent'));
    expect(panel()).not.toContain('4417');
    expect(panel()).toContain('Unexpected form');
  });
});

describe('decisions on documents', () => {
  it('opens the worst first, and the next at once after each decision by key', async () => {
    const bridge = await open('#/documents');
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
    await open(at(3));
    await isOpen('Kestrel');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await isOpen('Alder');
    await press('z', document.body, { ctrlKey: true });
    await isOpen('Kestrel');
    await until(() => find('footer', 'The last decision is taken back.'));
    await until(() => find('[data-row]', 'Kestrel'));
  });

  it('says that nothing is left after the last one, and still takes it back', async () => {
    const [row] = documentRows;
    if (row === undefined) throw new Error('The double has documents.');
    let decided = false;
    const bridge = await open('#/documents', 'online', {
      'documents.page': ({ group }) =>
        ok(
          group === (decided ? 'decided' : 'to_review')
            ? { rows: [row], next: null, total: 1 }
            : { rows: [], next: null, total: 0 },
        ),
      'documents.decide': () => {
        decided = true;
        return ok(documentDetailOf(row));
      },
      'documents.undoDecision': () => {
        decided = false;
        return ok(documentDetailOf(row));
      },
    });
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await until(() => expect(window.location.hash).toBe('#/documents'));
    await acting(() => bridge.emit('documents.changed', { ids: [row.jobId] }));
    await until(() => find('p', 'Everything has been decided.'));
    await click(find('button', 'Undo'));
    await isOpen('Brightwater');
  });

  it('opens a letter with what the service said, and records that it was opened', async () => {
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(
      this: HTMLAnchorElement,
    ) {
      opened.push(this.href);
    });
    const bridge = await open(at(1));
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Ask for a new copy'));
    await press('r');
    await isOpen('Stonebridge');
    expect(decodeURIComponent(opened[0] ?? '')).toContain('Image out of focus toward the bottom edge.');
    expect(asked(bridge, 'documents.decide')).toEqual([{ jobId: job(1), choice: 'ask_new_copy', note: '' }]);
    await until(() => find('footer', 'Draft opened: Brightwater'));
  });

  it('takes a note along, and no key decides while it is written', async () => {
    const bridge = await open(at(1));
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
    await open(at(1), 'online', { 'documents.decide': () => fail('storage', 'The disk is full.') });
    await isOpen('Brightwater');
    await until(() => find('footer button:not([disabled])', 'Accept'));
    await press('a');
    await until(() => find('footer [role=alert]', 'The disk is full.'));
    expect(find('h1', 'Brightwater')).toBeDefined();
  });
});

describe('the picture', () => {
  it('is not asked for without a network, and a copy of this computer can be opened', async () => {
    const bridge = await open(at(3), 'offline');
    await until(() => find('p', 'Picture not kept.'));
    expect(find('button', 'Open a local copy')).toBeDefined();
    expect(asked(bridge, 'documents.fetchFile')).toEqual([]);
  });

  it('is fetched by itself where it is not kept, and says why it could not be', async () => {
    const bridge = await open(at(3));
    await until(() => find('p', 'The picture could not be fetched.'));
    expect(asked(bridge, 'documents.fetchFile')).toEqual([{ jobId: job(3) }]);
    expect(find('button', 'Try again')).toBeDefined();
    expect(panel()).toContain('55');
  });

  it('says why an address was not opened', async () => {
    await openWith(fullDocumentResult, {
      file: { kind: 'refused_address', sentence: 'It leads into a private network.' },
    });
    await until(() => find('p', 'It leads into a private network.'));
  });
});

describe('adding documents', () => {
  it('takes many IDs at once and answers each for itself', async () => {
    const fresh = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';
    const bridge = await open('#/documents/add');
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
    const answers = await until(() => find('[role=dialog]', '1 added, 1 known already, 1 not a job ID'));
    expect(asked(bridge, 'documents.add')).toEqual([
      { ids: [fresh.toUpperCase(), job(1), 'W-9.pdf'], vendorId: null },
    ]);
    expect(answers.textContent).toContain('W-9.pdfNot a job ID');
  });

  it('says what would fill the screen where there are none', async () => {
    await open('#/documents', 'empty');
    await until(() => find('p', 'Paste document job IDs to look some up.'));
  });
});
