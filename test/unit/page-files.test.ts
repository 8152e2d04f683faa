import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeptFile, pageFile } from '#main/page-files.ts';

const folder = `${sep}app${sep}renderer`;

describe('a path of the page', () => {
  it.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/assets/index-1a2b.js', 'assets/index-1a2b.js'],
    ['/assets/../index.html', 'index.html'],
  ])('%s names a file of the page', (pathname, file) => {
    expect(pageFile(folder, pathname)?.file).toBe(`${folder}/${file}`);
  });

  it.each([
    '/../main/index.js',
    '/..%2fmain%2findex.js',
    '/%2e%2e/main/index.js',
    '/assets/../../main/index.js',
    '/..\\main\\index.js',
    '/%5c..%5cindex.js',
    '/../renderer-other/index.js',
    '/index.html%00.js',
    '/%',
    '/%zz',
    '/.env',
    '/index',
    '/index.js.map.txt',
    '/index.ts',
    '/../../etc/passwd',
  ])('%s names none', (pathname) => {
    expect(pageFile(folder, pathname)).toBeNull();
  });

  it('never leads out of the folder', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '/',
      '\\',
      '%5c',
      'a',
      'index.js',
      '%00',
      '//',
      '%252e',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const found = pageFile(folder, `/${pieces.join('')}`);
        if (found !== null) {
          expect(found.file.startsWith(`${folder}${sep}`)).toBe(true);
          expect(found.file.split(/[/\\]/)).not.toContain('..');
        }
      }),
    );
  });
});

it('the data of the recognizer is served', () => {
  expect(pageFile('/app', '/recognizer-parts/eng.traineddata')?.contentType).toBe('application/octet-stream');
});

describe('a path of a kept picture', () => {
  it('names a document job, or a filed document by its hash, and nothing else', () => {
    const hash = 'ab'.repeat(32);
    expect(parseKeptFile(`/files/${hash}`)).toBe(hash);
    expect(parseKeptFile(`/files/${hash}0`)).toBeNull();
    expect(parseKeptFile('/files/0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21')).toBe(
      '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21',
    );
    for (const path of [
      '/files/',
      '/files/..',
      '/files/../x',
      '/files/0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21/x',
      '/files/0d2f9a3e',
      '/FILES/0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21',
    ]) {
      expect(parseKeptFile(path)).toBeNull();
    }
  });
});
