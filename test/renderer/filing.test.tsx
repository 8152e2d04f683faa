import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageReading } from '#shared/filing/page-reading.ts';
import { makePng } from '#test/picture-bytes.ts';
import { formPage, plainPage } from '#test/unit/filing/pages.ts';
import { fail, type CoreBridge } from './core-bridge.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { brightwater } from './sample-company.ts';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';

const name = brightwater.companyName;
const w9 = formPage('w9', { nameOfEntityIndividual: name, dateSigned: '2020-01-02' });
const unknownW9 = formPage('w9', { nameOfEntityIndividual: 'Nobody LLC', dateSigned: '2020-01-02' });
const text = () => find('main').textContent ?? '';
const cards = () => [...document.querySelectorAll('[data-paper]')].map((card) => card.textContent ?? '');
const current = () => find('[data-paper][aria-current="true"]');
const side = () => find('aside[aria-label="Document to file"]');
const onFile = ({ ask }: CoreBridge) => ask('filing.list', { subject: brightwater.id });

/** Puts a file into the pile, and what is read of it. */
async function addRead({ ask }: CoreBridge, fileName: string, pages: PageReading[]): Promise<void> {
  const before = new Set((await ask('filing.pile', null)).papers.map(({ id }) => id));
  const bytes = Buffer.concat([makePng(4, 4), Buffer.from(fileName)]);
  const { fileId } = await ask('filing.begin', { name: fileName, bytes: bytes.length });
  await ask('filing.append', { fileId, offset: 0, data: bytes.toString('base64') });
  await ask('filing.finish', { fileId });
  const added = (await ask('filing.pile', null)).papers.find(({ id }) => !before.has(id));
  const id = added?.id ?? expect.fail('It is in the pile.');
  await ask('filing.saveReading', { id, pages, pageCount: pages.length, problem: null });
}

const open = (files: Readonly<Record<string, PageReading[]>>, options: OpenAppOptions = {}) =>
  openApp('#/documents/file', {
    ...options,
    async before(bridge) {
      for (const [fileName, pages] of Object.entries(files)) await addRead(bridge, fileName, pages);
    },
  });

const chooseFile = (file: File, label = 'Documents to file') =>
  acting(() => fireEvent.change(find(`input[aria-label="${label}"]`), { target: { files: [file] } }));
const png = (fileName: string) =>
  new File([Uint8Array.from(Buffer.concat([makePng(4, 4), Buffer.from(fileName)]))], fileName);

beforeEach(() => {
  // Nothing is in sight, so no page is drawn.
  const sight = { observe: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'IntersectionObserver',
    vi.fn(function observer() {
      return sight;
    }),
  );
});

describe('documents to file', () => {
  it('are counted by what is to do, and only where there are some', async () => {
    await open({});
    await until(() => expect(text()).toContain('No documents to file.'));
    expect(text()).not.toContain('in the pile');
    await click(find('button', 'Close'));
    expect(placeNow()).toMatch(/^#\/documents(?!\/file)/);
  });

  it('are filed together where they are recognized, and come back', async () => {
    const bridge = await open({ 'w9.png': [w9], 'other.png': [unknownW9], 'blank.png': [plainPage] });
    await until(() => expect(text()).toContain('3 in the pile · 1 recognized · 2 to choose'));
    expect(text()).not.toContain('not readable');
    expect(current().textContent).toContain('Which vendor?');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(cards()).toHaveLength(2));
    expect(await onFile(bridge)).toMatchObject([{ kind: 'W-9', signedOn: '2020-01-02' }]);
    expect(text()).not.toContain('recognized');
    await press('z', document.body, { ctrlKey: true });
    await until(() => expect(cards()).toHaveLength(3));
    expect(await onFile(bridge)).toEqual([]);
  });

  it('are filed by keys as a person chooses', async () => {
    const bridge = await open({ 'agreement.png': [{ ...plainPage, mentions: [name] }] });
    await until(() => current());
    await press('Enter');
    await until(() => expect(side().textContent).toContain('Choose a type first.'));
    await press('k');
    await type(await until(() => field('Type')), 'Agreement');
    await click(find('aside button', 'Choose'));
    await until(() => expect(current().textContent).toContain('Agreement'));
    await press('1');
    await until(() => expect(current().textContent).toContain('chosen by you'));
    await press('d');
    await type(await until(() => field('Valid through')), '2031-03-01');
    await click(find('aside button', 'Choose'));
    await until(() => expect(current().textContent).toContain('through Mar 1, 2031'));
    await press('Enter');
    await until(() => expect(text()).toContain('No documents to file.'));
    expect(await onFile(bridge)).toMatchObject([{ kind: 'Agreement', validUntil: '2031-03-01' }]);
  });

  it('that cannot be read say so, and wait for a person', async () => {
    await open({});
    await until(() => find('input[aria-label="Documents to file"]'));
    await chooseFile(png('scan.png'));
    await until(() => expect(text()).toContain('1 in the pile · 1 not readable'));
    expect(cards()[0]).toContain('Not readable');
    expect(cards()[0]).not.toMatch(/\d pages?,/);
    expect(side().textContent).toContain('Document, page 1');
    await press('Enter');
    await until(() => expect(side().textContent).toContain('Choose a vendor first.'));
  });

  it('that are not added say why, until that is dismissed', async () => {
    await open({}, { answers: { 'filing.finish': () => fail('storage', 'The disk is full.') } });
    await until(() => find('input[aria-label="Documents to file"]'));
    await chooseFile(png('scan.png'));
    await until(() => expect(text()).toContain('1 file was not added. scan.png: The disk is full.'));
    await click(find('button', 'Dismiss'));
    expect(text()).not.toContain('not added');
  });

  it('stay where they were where filing fails, and say so', async () => {
    const bridge = await open({ 'w9.png': [w9] });
    await until(() => current());
    bridge.answer({ 'filing.file': () => fail('storage', 'The disk is full.') });
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(text()).toContain('Nothing was filed. The disk is full.'));
    expect(cards()).toHaveLength(1);
  });

  it('that could not be loaded are not counted', async () => {
    await open({}, { answers: { 'filing.pile': () => fail('storage', 'The data is damaged.') } });
    await until(() => expect(text()).toContain('The pile couldn’t be loaded. The data is damaged.'));
    expect(text()).not.toContain('in the pile');
  });
});
