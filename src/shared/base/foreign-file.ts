import { beginsAsPage, firstMarkup } from './markup.ts';

interface Kind {
  name: string;
  advice: string;
  /** How the file begins, a letter for each byte and a period for those that are no letter. */
  begins: RegExp;
  /** A name in its directory. */
  holds?: RegExp;
}

const asPdf = 'Save it as a PDF and try again.';
const printed = 'Print it to a PDF and try again.';
const unpacked = 'Unpack it and choose the document inside.';
const asPhoto = 'Save it as a JPEG or a PDF and try again.';
const isZip = /^PK\.\./;
/** What Office wrote before 2007, and Outlook still does. */
const isCompound = /^\xd0\xcf\.\xe0\xa1\xb1\.\xe1/;

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
  { name: 'a ZIP archive', advice: unpacked, begins: isZip },
  { name: 'an archive', advice: unpacked, begins: /^(?:Rar!|7z\xbc\xaf|\.\x8b)/ },
  { name: 'a Word document', advice: asPdf, begins: isCompound, holds: /WordDocument/ },
  { name: 'a spreadsheet', advice: asPdf, begins: isCompound, holds: /Workbook/ },
  { name: 'a presentation', advice: asPdf, begins: isCompound, holds: /PowerPoint/ },
  {
    name: 'an Outlook email',
    advice: 'Save its attachment and choose that.',
    begins: isCompound,
    holds: /__substg1/,
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
    begins: /^(?:[^]{4}ftypcrx |FUJIFILMCCD-RAW|IIR[OS]\.|MMOR|IIU\.)/,
  },
  {
    name: 'a video',
    advice: 'Choose a photo instead.',
    begins: /^(?:[^]{4}(?:ftyp|moov|mdat|wide)|\.E\xdf\xa3|RIFF[^]{4}AVI )/,
  },
  { name: 'a Photoshop picture', advice: asPhoto, begins: /^8BPS/ },
  {
    name: 'a JPEG 2000 or JPEG XL picture',
    advice: asPhoto,
    begins: /^(?:\.{4}(?:jP {2}|JXL )|\xff\x4f\xff\x51|\xff\n)/,
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
  const raw = String.fromCharCode(...bytes.subarray(0, 1024));
  const beginning = raw.replace(/[^\t\n\r -\xff]/g, '.');
  const text = beginning.replace('ï»¿', '');
  if (beginsAsPage(text)) return `This is a web page. ${printed}`;
  if (firstMarkup(text) === 'svg') return `This is an SVG drawing. ${asPdf}`;
  // Directories lie at the end of a ZIP archive, and anywhere in an Office document.
  const whole =
    isZip.test(beginning) || isCompound.test(beginning) ? decodeNames(bytes, isZip.test(beginning)) : '';
  const kind = kinds.find(({ begins, holds }) => begins.test(beginning) && (holds?.test(whole) ?? true));
  if (kind !== undefined) return `This is ${kind.name}. ${kind.advice}`;
  return beginning === raw ? `This is a text file. ${printed}` : null;
}

const decodeNames = (bytes: Uint8Array, isArchive: boolean): string =>
  new TextDecoder(isArchive ? 'latin1' : 'utf-16le').decode(bytes);
