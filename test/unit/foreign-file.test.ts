import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { nameForeignFile } from '#shared/base/foreign-file.ts';
import { svgWithScript, webPage } from '#test/picture-bytes.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const zip = (...names: readonly string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name)])));

/** A file of Office before 2007 with a stream of this name in its directory. */
const compound = (name: string) =>
  Buffer.concat([
    bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    Buffer.alloc(5000),
    Buffer.from(name, 'utf16le'),
  ]);

describe('a file that is not shown', () => {
  it.each<[string, Uint8Array, string]>([
    ['no bytes', bytes(''), 'This file is empty.'],
    [
      '.docx',
      zip('[Content_Types].xml', 'word/document.xml'),
      'This is a Word document. Save it as a PDF and try again.',
    ],
    [
      '.xlsx',
      zip('[Content_Types].xml', 'xl/workbook.xml'),
      'This is a spreadsheet. Save it as a PDF and try again.',
    ],
    ['.pptx', zip('ppt/presentation.xml'), 'This is a presentation.'],
    ['.pages', zip('Index/Document.iwa', 'preview.jpg'), 'This is a Pages, Numbers or Keynote document.'],
    ['.odt', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'This is an OpenDocument text.'],
    ['.zip', zip('license.pdf'), 'This is a ZIP archive. Unpack it and choose the document inside.'],
    ['.rar', bytes('Rar!\x1a\x07\0'), 'This is an archive.'],
    ['.doc', compound('WordDocument'), 'This is a Word document.'],
    ['.xls', compound('Workbook'), 'This is a spreadsheet.'],
    [
      '.msg',
      compound('__substg1.0_0037001F'),
      'This is an Outlook email. Save its attachment and choose that.',
    ],
    ['.msi', compound('Something'), 'This is an Office document.'],
    ['.rtf', bytes('{\\rtf1\\ansi'), 'This is an RTF document.'],
    ['.svg', svgWithScript, 'This is an SVG drawing.'],
    ['.html', webPage, 'This is a web page. Print it to a PDF and try again.'],
    ['.html with a mark of its order of bytes', bytes('\xef\xbb\xbf<html>'), 'This is a web page.'],
    ['.eml', bytes('Return-Path: <a@example.com>\r\nSubject: License\r\n\r\n'), 'This is an email.'],
    [
      '.mov of a live photo',
      bytes('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
      'This is a video. Choose a photo instead.',
    ],
    ['.mp4', bytes('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'This is a video.'],
    ['.cr3', bytes('\0\0\0\x18ftypcrx \0\0\0\x01crx isom'), 'This is a camera’s raw photo.'],
    ['.psd', bytes('8BPS\0\x01'), 'This is a Photoshop picture.'],
    ['.jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n'), 'This is a JPEG 2000 or JPEG XL picture.'],
    ['.eps', bytes('%!PS-Adobe-3.0'), 'This is a PostScript file.'],
    ['.txt', bytes('License number: CGC1538206'), 'This is a text file. Print it to a PDF and try again.'],
  ])('is called what it is: %s', (_what, file, sentence) => {
    expect(nameForeignFile(file)?.slice(0, sentence.length)).toBe(sentence);
  });

  it('has no name where nobody knows it', () => {
    expect(nameForeignFile(bytes('\x01\x02\x03\x04'))).toBeNull();
  });
});
