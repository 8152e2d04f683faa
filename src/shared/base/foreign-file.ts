import { beginsAsPage, firstMarkup } from './markup.ts';

const asPdf = 'Save it as a PDF and try again.';
const printed = 'Print it to a PDF and try again.';
const unpacked = 'Unpack it and choose the document inside.';
const asPhoto = 'Save it as a JPEG or a PDF and try again.';
const attached = 'Save its attachment and choose that.';
const photo = 'Choose a photo instead.';
const photoOrPdf = 'Choose a photo or a PDF instead.';
const isZip = /^PK\.\./;
/** What Office wrote before 2007, and Outlook still does. */
const isCompound = /^\xd0\xcf\.\xe0\xa1\xb1\.\xe1/;

/** How a file begins, a letter for each byte and a period for those that are no letter, and a name in its directory. */
type Kind = readonly [name: string, advice: string, begins: RegExp, holds?: RegExp];

/** The first that fits; what is packed the same way goes from the narrowest to the widest. */
const kinds: readonly Kind[] = [
  ['a Word document', asPdf, isZip, /word\/document/],
  ['a spreadsheet', asPdf, isZip, /xl\/workbook|opendocument\.spreadsheet/],
  ['a presentation', asPdf, isZip, /ppt\/presentation|opendocument\.presentation/],
  ['an OpenDocument text', asPdf, isZip, /opendocument\.text/],
  [
    'a Pages, Numbers or Keynote document',
    asPdf,
    isZip,
    /Index\/Document\.iwa|Index\.zip|index\.(?:xml|apxl)/,
  ],
  ['an XPS document', printed, isZip, /FixedDocSeq/i],
  ['an ebook', printed, isZip, /application\/epub/],
  ['a ZIP archive', unpacked, isZip],
  ['an archive', unpacked, /^(?:Rar!|7z\xbc\xaf|\.\x8b)/],
  ['a Word document', asPdf, isCompound, /WordDocument/],
  ['a spreadsheet', asPdf, isCompound, /Workbook/],
  ['a presentation', asPdf, isCompound, /PowerPoint/],
  ['an Outlook email', attached, isCompound, /__substg1/],
  ['an Office document', asPdf, isCompound],
  ['an RTF document', asPdf, /^\{\\rtf/],
  [
    'an email',
    attached,
    /^(?:From |(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|X-[\w-]+|From|To|Subject|Date): ?\S)/i,
  ],
  ['a camera’s raw photo', asPhoto, /^(?:[^]{4}ftypcrx |FUJIFILMCCD-RAW|IIR[OS]\.|MMOR|IIU\.)/],
  ['a video', photo, /^(?:[^]{4}(?:ftyp|moov|mdat|wide)|\.E\xdf\xa3|RIFF[^]{4}AVI )/],
  ['a Photoshop picture', asPhoto, /^8BPS/],
  ['a JPEG 2000 or JPEG XL picture', asPhoto, /^(?:\.{4}(?:jP {2}|JXL )|\xff\x4f\xff\x51|\xff\n)/],
  ['a PostScript file', asPdf, /^(?:%!PS|\xc5\xd0\xd3\xc6)/],
  ['a DjVu document', asPdf, /^AT&TFORM/],
  ['an audio recording', photoOrPdf, /^(?:ID3|OggS|fLaC|RIFF[^]{4}WAVE)/],
  ['a program', photoOrPdf, /^(?:MZ|\x7fELF)/],
];

/** What a file is that is not shown here, and what to do with it, by its bytes; null for what is not known. */
export function nameForeignFile(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'This file is empty.';
  const raw = String.fromCharCode(...bytes.subarray(0, 1024));
  const beginning = raw.replace(/[^\t\n\r -\xff]/g, '.');
  const text = beginning.replace('ï»¿', '');
  if (beginsAsPage(text)) return `This is a web page. ${printed}`;
  if (firstMarkup(text) === 'svg') return `This is an SVG drawing. ${asPdf}`;
  // Directories lie at the end of a ZIP archive, and anywhere in an Office document.
  const isPacked = isZip.test(beginning) || isCompound.test(beginning);
  const names = isPacked ? new TextDecoder(isZip.test(beginning) ? 'latin1' : 'utf-16le').decode(bytes) : '';
  const kind = kinds.find(([, , begins, holds]) => begins.test(beginning) && (holds?.test(names) ?? true));
  if (kind !== undefined) return `This is ${kind[0]}. ${kind[1]}`;
  return beginning === raw ? `This is a text file. ${printed}` : null;
}
