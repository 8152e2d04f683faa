import { describe, expect, it } from 'vitest';
import { beginsAsPage, firstMarkup } from '#shared/base/markup.ts';

describe('a text that begins as a page', () => {
  it.each([
    ['a document type', '<!DOCTYPE html><title>Sign in</title>'],
    [
      'one of XHTML after the declaration of XML',
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x"><html>',
    ],
    ['one over several lines', '<!doctype\n  html>'],
    ['comments', '\uFEFF \n<!-- a > b --><!---->\n<HTML lang="en">'],
    ['a comment and another document type', '<!--x--><!DOCTYPE foo><head>'],
    ['a style', '<style>a{}</style>'],
  ])('%s', (_what, text) => {
    expect(beginsAsPage(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['JSON that holds a page', '{"page":"<html>"}'],
    ['words', 'Accepted <html>'],
    ['XML', '<?xml version="1.0"?><response><html/></response>'],
    ['a lone bracket', '<'],
    ['an element that is called alike', '<headers/>'],
  ])('is not %s', (_what, text) => {
    expect(beginsAsPage(text)).toBe(false);
  });

  it('is told in time that grows with its length alone', () => {
    const before = performance.now();
    for (const text of [
      '<!---->'.repeat(200_000),
      '<!--'.repeat(200_000),
      `${'<?x?> '.repeat(200_000)}x`,
      '<!'.repeat(200_000),
    ])
      expect(['other', null]).toContain(firstMarkup(text));
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
