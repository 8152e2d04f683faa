import { beginsAsPage, firstMarkup } from './markup.ts';

interface Kind {
  name: string;
  advice: string;
  /** How the file begins, a letter for each byte. */
  begins: RegExp;
  /** A name in its directory. */
  holds?: RegExp;
}

const asPdf = 'Save it as a PDF and try again.';
const printed = 'Print it to a PDF and try again.';
const unpacked = 'Unpack it and choose the document inside.';
const asPhoto = 'Save it as a JPEG or a PDF and try again.';
const isZip = /^PK\x03\x04/;
/** What Office wrote before 2007, and Outlook still does; names in it have two bytes a letter. */
const isCompound = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
const wide = (name: string): RegExp => new RegExp([...name].join('\\x00'));

/** The first that fits; what is packed the same way goes from the narrowest to the widest. */
const kinds: readonly Kind[] = [
  { name: 'a Word document', advice: asPdf, begins: isZip, holds: /word\/document/ },
  { name: 'a spreadsheet', advice: asPdf, begins: isZip, holds: /xl\/workbook|opendocument\.spreadsheet/ },
  {
    name: 'a presentation',
    advice: asPdf,
    begins: isZip,
    holds: /ppt\/presentation|opendocument\.presentation/,
  },
  { name: 'an OpenDocument text', advice: asPdf, begins: isZip, holds: /opendocument\.text/ },
  {
    name: 'a Pages, Numbers or Keynote document',
    advice: asPdf,
    begins: isZip,
    holds: /Index\/Document\.iwa|Index\.zip|index\.(?:xml|apxl)/,
  },
  { name: 'an XPS document', advice: printed, begins: isZip, holds: /FixedDocSeq/i },
  { name: 'an ebook', advice: printed, begins: isZip, holds: /application\/epub/ },
  { name: 'a ZIP archive', advice: unpacked, begins: /^PK(?:\x03\x04|\x05\x06)/ },
  { name: 'an archive', advice: unpacked, begins: /^(?:Rar!|7z\xbc\xaf|\x1f\x8b)/ },
  { name: 'a Word document', advice: asPdf, begins: isCompound, holds: wide('WordDocument') },
  { name: 'a spreadsheet', advice: asPdf, begins: isCompound, holds: wide('Workbook') },
  { name: 'a presentation', advice: asPdf, begins: isCompound, holds: wide('PowerPoint') },
  {
    name: 'an Outlook email',
    advice: 'Save its attachment and choose that.',
    begins: isCompound,
    holds: wide('__substg1'),
  },
  { name: 'an Office document', advice: asPdf, begins: isCompound },
  { name: 'an RTF document', advice: asPdf, begins: /^\{\\rtf/ },
  {
    name: 'an email',
    advice: 'Save its attachment and choose that.',
    begins:
      /^(?:From |(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|X-[\w-]+|From|To|Subject|Date): ?\S)/i,
  },
  {
    name: 'a camera’s raw photo',
    advice: asPhoto,
    begins: /^(?:[^]{4}ftypcrx |FUJIFILMCCD-RAW|IIR[OS]\x08|MMOR|IIU\0)/,
  },
  {
    name: 'a video',
    advice: 'Choose a photo instead.',
    begins: /^(?:[^]{4}(?:ftyp|moov|mdat|wide)|\x1a\x45\xdf\xa3|RIFF[^]{4}AVI )/,
  },
  { name: 'a Photoshop picture', advice: asPhoto, begins: /^8BPS/ },
  {
    name: 'a JPEG 2000 or JPEG XL picture',
    advice: asPhoto,
    begins: /^(?:\0\0\0\x0c(?:jP {2}|JXL )|\xff\x4f\xff\x51|\xff\x0a)/,
  },
  { name: 'a PostScript file', advice: asPdf, begins: /^(?:%!PS|\xc5\xd0\xd3\xc6)/ },
  { name: 'a DjVu document', advice: asPdf, begins: /^AT&TFORM/ },
  {
    name: 'an audio recording',
    advice: 'Choose a photo or a PDF instead.',
    begins: /^(?:ID3|OggS|fLaC|RIFF[^]{4}WAVE)/,
  },
  { name: 'a program', advice: 'Choose a photo or a PDF instead.', begins: /^(?:MZ|\x7fELF)/ },
];

/** What a file is that is not shown here, and what to do with it, by its bytes; null for what is not known. */
export function nameForeignFile(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'This file is empty.';
  const beginning = decode(bytes.subarray(0, 1024));
  const text = beginning.replace('ï»¿', '');
  if (beginsAsPage(text)) return `This is a web page. ${printed}`;
  if (firstMarkup(text) === 'svg') return `This is an SVG drawing. ${asPdf}`;
  // Directories lie at the end of a ZIP archive, and anywhere in an Office document.
  const whole = isZip.test(beginning) || isCompound.test(beginning) ? decode(bytes) : '';
  const kind = kinds.find(({ begins, holds }) => begins.test(beginning) && (holds?.test(whole) ?? true));
  if (kind !== undefined) return `This is ${kind.name}. ${kind.advice}`;
  return /[\0-\x08]/.test(beginning) ? null : `This is a text file. ${printed}`;
}

function decode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
