import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedPaper } from '#renderer/features/paper/open-paper.ts';
import type { Recognized, recognize } from '#renderer/features/paper/recognizer.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import type { PageQuality } from '#shared/ocr/judge-page.ts';
import { paperPage } from '#test/paper-page.ts';
import { makePng } from '#test/picture-bytes.ts';
import type { CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { sampleAddress, toDocumentResult, toJobId as job } from './sample-company.ts';

// This page draws nothing and recognizes nothing: a test says what stands on the page, and when that was read.

interface Begun {
  expected: Parameters<typeof recognize>[1];
  tell: (came: Recognized) => void;
  stopped: boolean;
}
const begun: Begun[] = [];
const makePicture = (): ImageBitmap =>
  Object.assign(document.createElement('canvas'), { close: () => undefined });
const open = vi.fn((): Promise<OpenedPaper> => {
  const read = () => Promise.resolve({ picture: makePicture(), words: null });
  const encode = () => Promise.resolve(new Blob(['jpeg']));
  return Promise.resolve({ ok: true, paper: { pages: 1, read, encode, close: () => undefined } });
});

const turns: number[] = [];
vi.mock(import('#renderer/features/paper/open-paper.ts'), () => ({
  openPaper: open,
  openKeptPaper(_address, _signal, turn = 0) {
    turns.push(turn);
    return open();
  },
}));
vi.mock(import('#renderer/features/paper/recognizer.ts'), () => ({
  recognize: (_picture, expected, signal) => {
    const { promise, resolve } = Promise.withResolvers<Recognized>();
    const one: Begun = { expected, tell: resolve, stopped: false };
    begun.push(one);
    signal.addEventListener('abort', () => {
      one.stopped = true;
      resolve({ kind: 'stopped' });
    });
    return promise;
  },
}));

const { closeApps, goOffline, openApp, screen } = await (async () => {
  // Other files may have loaded what is put in another's place here.
  vi.resetModules();
  const { goOffline: offline } = await import('./situations.ts');
  return { ...(await import('./open-app.tsx')), goOffline: offline, screen: await import('./screen.tsx') };
})();
const { acting, click, field, find, press, until } = screen;

const w9 = [
  'Form W-9',
  'Name: Brightwater Plumbing & Drain LLC',
  'Address: 2210 Embarcadero West, Ste 4',
  'EIN: 12-3454417',
].join('\n');

const goodPicture: PageQuality = {
  overallScore: 93,
  scoreBreakdown: { sharpness: 91, readability: 92, textQuality: 94, skewAndAlignment: 95 },
  defects: [],
  lostAt: [],
};
const badPicture: PageQuality = {
  ...goodPicture,
  overallScore: 31,
  defects: [{ defect: 'blurry', where: [{ x: 1, y: 2, width: 3, height: 4 }] }],
};

/** Says what stands on the page that is being read. */
async function tell(text: string, quality = goodPicture, confidence?: (word: string) => number) {
  const reading = await until(() => {
    const last = begun.at(-1);
    if (last === undefined) throw new Error('Nothing is being read.');
    return last;
  });
  const words = paperPage(text, confidence);
  await acting(() => reading.tell({ kind: 'words', words, picture: makePicture(), quality }));
  return reading;
}

/** Keeps the picture of the first document and notes whose it is. */
async function keepPicture({ ask, service }: CoreBridge): Promise<void> {
  for (const number of [1, 2]) {
    const address = `${sampleAddress}/files/${job(number)}.jpg`;
    service.files.set(address, { contentType: 'image/png', bytes: makePng(8, 8) });
    await ask('documents.fetchFile', { jobId: job(number) });
  }
  await ask('documents.assignVendor', { jobId: job(1), vendorId: '48213' });
}

const file = new File([new Uint8Array(makePng(8, 8))], 'document.png');

/** Chooses a file as a person does. */
async function choose(label: string): Promise<void> {
  const input = await until(() => find(`input[type=file][aria-label="${label}"]`));
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const look = () => find('section[class*="_look_"]', 'Check on this computer');
const row = (label: string) => {
  const term = [...look().querySelectorAll('dt')].find((one) => one.textContent === label);
  if (term === undefined) throw new Error(`No field ${label} was read.`);
  return term.parentElement?.textContent ?? '';
};

async function takeLook(): Promise<CoreBridge> {
  const bridge = await openApp(`#/documents/${job(1)}`, { before: keepPicture });
  await click(await until(() => find('button', 'Check on this computer')));
  return bridge;
}

beforeAll(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  Object.defineProperty(HTMLImageElement.prototype, 'decode', {
    configurable: true,
    writable: true,
    value: () => Promise.resolve(),
  });
});
beforeEach(() => {
  begun.length = 0;
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(makePicture()));
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png,');
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(new Uint8Array(makePng(8, 8)))),
  );
});
afterEach(() => closeApps());
afterAll(() => vi.resetModules());

describe('a second look', () => {
  it('shows the scores and fields of this computer apart from those of the service, beside the profile', async () => {
    await takeLook();
    const served = find('section[aria-label="Quality"]').textContent;
    const { expected } = await tell(w9);
    expect(expected).toBe('w9');
    await until(() => expect(look().textContent).toContain('3 fields read.'));
    expect(look().textContent).toContain('By this computer93Good');
    expect(row('Sharpness')).toBe('Sharpness91Good');
    expect(row('Name')).toContain('Same as profile');
    expect(row('Street')).toContain('Same, written differently');
    expect(find('section[aria-label="Quality"]').textContent).toBe(served);
  });

  it('holds a document of another type to nothing but its picture', async () => {
    await openApp(`#/documents/${job(1)}`, {
      async before(core) {
        const { ask, service } = core;
        service.replies.getDocumentResult = () =>
          json({ ...toDocumentResult(1), documentType: 'Vendor agreement' });
        await ask('documents.checkNow', { jobId: job(1) });
        await keepPicture(core);
      },
    });
    await click(await until(() => find('button', 'Check on this computer')));
    const { expected } = await tell('Agreement between two parties');
    expect(expected).toBe('other');
    await until(() => expect(look().textContent).toContain('No details of a license'));
    expect(look().textContent).toContain('By this computer93Good');
  });

  it('masks the employer ID, and its piece of the page, until a person asks to see it', async () => {
    await takeLook();
    await tell(w9);
    await until(() => expect(row('Employer ID (EIN)')).toContain('••-•••4417'));
    expect(document.body.textContent).not.toContain('12-3454417');
    expect(look().querySelector('img[alt^="Employer ID"]')).toBeNull();
    await press('e');
    await until(() => expect(row('Employer ID (EIN)')).toContain('12-3454417'));
    expect(look().querySelector('img[alt^="Employer ID"]')).not.toBeNull();
  });

  it('never says of a field that is not sure that it is the same', async () => {
    await takeLook();
    await tell(w9, goodPicture, (word) => (word === 'Brightwater' ? 0.7 : 0.95));
    await until(() => expect(row('Name')).toContain('Not sure. Check it letter by letter.'));
    await until(() => expect(row('Name')).toContain('Cannot be compared'));
    expect(row('Name')).not.toContain('Same');
    expect(row('Street')).toContain('Same');
  });

  it('draws what is wrong with the picture over it, with what to do', async () => {
    await takeLook();
    await tell(w9, badPicture);
    await until(() => expect(look().textContent).toContain('This picture is too unclear to rely on.'));
    expect(look().textContent).toContain('The picture is blurred. Hold still');
    expect(look().querySelectorAll('svg rect[x="1"][y="2"]')).toHaveLength(1);
  });

  it('is ended by a person, and nothing of it comes any more', async () => {
    await takeLook();
    await until(() => expect(begun).toHaveLength(1));
    expect(look().textContent).toContain('Reading page 1');
    await click(find('button', 'Cancel the check on this computer'));
    expect(begun[0]?.stopped).toBe(true);
    expect(look().textContent).not.toContain('Reading');
    expect(find('button', 'Check on this computer')).toBeDefined();
  });

  it('says that it goes on where a page takes long, and can still be ended', async () => {
    await openApp(`#/documents/${job(1)}`, { before: keepPicture });
    const take = await until(() => find('button', 'Check on this computer'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await click(take);
      await acting(() => vi.advanceTimersByTime(7000));
      expect(look().textContent).toContain('Reading page 1');
      await acting(() => vi.advanceTimersByTime(2000));
      expect(look().textContent).toContain('Still reading page 1');
      await click(find('button', 'Cancel the check on this computer'));
      expect(look().textContent).not.toContain('Still reading');
    } finally {
      vi.useRealTimers();
    }
  });

  it('says why nothing could be read, and tries again', async () => {
    await takeLook();
    await until(() => expect(begun).toHaveLength(1));
    await acting(() => begun[0]?.tell({ kind: 'too_long' }));
    await until(() => find('[role=alert]', 'This page takes too long to read.'));
    await click(find('button', 'Try again'));
    await until(() => expect(begun).toHaveLength(2));
    await tell(w9);
    await until(() => expect(look().textContent).toContain('3 fields read.'));
  });

  it('reads the page as a person turned it', async () => {
    await openApp(`#/documents/${job(1)}`, { before: keepPicture });
    await until(() => find('button', 'Check on this computer'));
    await press(']');
    await click(await until(() => find('button', 'Check on this computer')));
    await tell(w9);
    await until(() => expect(look().textContent).toContain('3 fields read.'));
    expect(turns.at(-1)).toBe(90);
  });

  it('says of a good picture on which a detail was not read no more than that', async () => {
    await takeLook();
    await tell(w9, { ...goodPicture, defects: [{ defect: 'field_unread', where: [] }] });
    await until(() => expect(look().textContent).toContain('A detail was not read on this page.'));
    expect(look().textContent).not.toContain('This picture is too unclear to rely on.');
  });

  it('says so where reading ends in a fault, and tries again', async () => {
    open.mockRejectedValueOnce(new Error('no memory'));
    await takeLook();
    await until(() => find('[role=alert]', 'This document could not be read. Start Gangway again'));
    await click(find('button', 'Try again'));
    await tell(w9);
    await until(() => expect(look().textContent).toContain('3 fields read.'));
  });

  it('is put away with its document', async () => {
    await takeLook();
    await tell(w9);
    await until(() => expect(look().textContent).toContain('3 fields read.'));
    await press('j');
    await until(() => find(`[data-shown="${job(2)}"]`));
    expect(look().textContent).not.toContain('fields read');
  });

  it('is put away with the picture', async () => {
    const bridge = await takeLook();
    await tell(w9);
    await until(() => expect(look().textContent).toContain('3 fields read.'));
    await goOffline(bridge);
    await acting(() => bridge.ask('documents.clearPictures', null));
    await until(() => find('p', 'Picture not kept.'));
    const looks = () => document.querySelectorAll('section[class*="_look_"]').length;
    await until(() => expect(looks()).toBe(0));
  });

  it('is not offered where no picture is here', async () => {
    await openApp(`#/documents/${job(3)}`);
    await until(() => find('section[aria-label="Quality"]'));
    await until(() => find('p', 'The picture could not be fetched.'));
    expect(document.body.textContent).not.toContain('Check on this computer');
  });
});

describe('a document that the service has not seen', () => {
  const dialog = () => find('[role=dialog]');
  const openCheck = async () => {
    await openApp('#/vendors/48213');
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Check a document')));
    return until(() => find('section[aria-label="Document to check"]'));
  };

  it('is judged by its own heading and compared with the vendor’s profile', async () => {
    await openCheck();
    expect(dialog().textContent).toContain('Nothing is sent or kept.');
    await choose('Document to read');
    const { expected } = await tell(w9.replace('Brightwater', 'Brightwood'));
    expect(expected).toBe('by_heading');
    await until(() => expect(dialog().textContent).toContain('3 fields read.'));
    expect(dialog().textContent).toContain('Differs');
    expect(dialog().textContent).toContain('Same, written differently');
    expect(dialog().textContent).not.toContain('12-3454417');
    await click(find('[role=dialog] button', 'Reveal'));
    expect(dialog().textContent).toContain('12-3454417');
    // Another document stays masked until it is asked for.
    await choose('Document to read');
    await until(() => expect(begun).toHaveLength(2));
    await tell(w9);
    await until(() => expect(dialog().textContent).toContain('••-•••4417'));
    expect(dialog().textContent).not.toContain('12-3454417');
  });

  it.each([
    ['dropped', 'drop', 'dataTransfer'],
    ['pasted', 'paste', 'clipboardData'],
  ])('can be %s', async (_how, type, data) => {
    const panel = await openCheck();
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
      [data]: { files: [file], types: ['Files'] },
    });
    await acting(() => (panel.firstElementChild ?? panel).dispatchEvent(event));
    await tell('Invoice 4711');
    await until(() => expect(dialog().textContent).toContain('No details of a license'));
  });

  it('is not taken from text that is pasted into a field and comes with a picture of it', async () => {
    const panel = await openCheck();
    const paste = async (target: Element) => {
      const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
        clipboardData: { files: [file], types: ['text/plain', 'Files'] },
      });
      await acting(() => target.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(await paste(find('input'))).toBe(false);
    expect(begun).toEqual([]);
    expect(await paste(panel)).toBe(true);
    await until(() => expect(begun).toHaveLength(1));
  });

  it('keeps the focus while it is read, and says of a day that is over that it is', async () => {
    await openCheck();
    const start = find('button', 'Choose a document');
    start.focus();
    await choose('Document to read');
    await until(() => expect(begun).toHaveLength(1));
    expect(document.activeElement).toBe(find('[role=dialog] section button', 'Cancel'));
    await tell('Contractors State License\nLicense Number: 0923764\nExpiration Date: 03/31/2020');
    await until(() => expect(dialog().textContent).toContain('This date has passed.'));
    expect(document.activeElement).toBe(find('button', 'Choose another document'));
  });
});

describe('the day on which a document ends', () => {
  const insurance: RequirementSet = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Everyone',
    appliesTo: { services: [], states: [], jobSites: [], tags: [] },
    requirements: [
      {
        kind: 'document',
        id: '00000000-0000-4000-8000-000000000002',
        name: 'Insurance',
        documentType: 'COI',
        minScore: null,
        maxAgeDays: null,
        needsEndDate: true,
        soonDays: 30,
      },
    ],
  };
  const added = '4be0643f-1d98-4d6c-9a62-1fb8e0f6ae11';
  const saved = (bridge: CoreBridge) => bridge.inputsOf('onboarding.setValidUntil');

  it('is put into the form where a person chooses it, and counts once it is confirmed', async () => {
    const bridge = await openApp(async ({ ask, service }) => {
      service.replies.getDocumentResult = () => json({ id: added, documentType: 'COI', status: 'completed' });
      await ask('onboarding.save', { sets: [insurance] });
      await ask('documents.add', { ids: [added], vendorId: '48213' });
      await ask('documents.checkNow', { jobId: added });
      await ask('documents.decide', { jobId: added, choice: 'accept', note: '' });
      return '#/vendors/48213';
    });
    await click(await until(() => find('button', 'Add expiration date')));
    await click(await until(() => find('button', 'Read it from a document')));
    await choose('Document to read');
    const unsure = (word: string) => (word === '03/31/2099' ? 0.7 : 0.95);
    const { expected } = await tell(
      'Certificate of Insurance\nPolicy Number: GL-4482910\nExpires: 03/31/2099',
      goodPicture,
      unsure,
    );
    expect(expected).toBe('certificate');
    const use = await until(() => find('button', 'Use Mar 31, 2099'));
    expect(find('[role=dialog]').textContent).toContain('Not sure. Check it letter by letter.');
    expect(field('Expiration date').value).toBe('');
    await click(use);
    expect(field('Expiration date').value).toBe('2099-03-31');
    expect(document.activeElement).toBe(field('Expiration date'));
    expect(saved(bridge)).toEqual([]);
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(saved(bridge)).toEqual([{ jobId: added, day: '2099-03-31' }]));
    await until(() => find('section[aria-label="Requirements"]', 'May work'));
  });
});
