import type { Page } from '@playwright/test';
import { sampleVendors, type SampleVendor } from '#practice/sample-data.ts';
import { makeForm } from '#test/bench/paper/forms.ts';

// What vendors sent in, made up by the page makers, so that what each paper says is known.

export const kinds = ['W-9', 'Certificate of insurance', 'State license', 'Vendor agreement'] as const;
export type Kind = (typeof kinds)[number];

/** A paper as it is: whose, what, and the day that is on it, such as 2027-03-31. */
export interface TruePaper {
  vendor: SampleVendor;
  kind: Kind;
  day: string | null;
}

/** A file, with its papers by the pages on which they begin. */
export interface StoryFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
  papers: readonly (TruePaper | null)[];
}

interface Printed extends TruePaper {
  html: string;
}

const formKinds = {
  'W-9': 'w9',
  'Certificate of insurance': 'certificate',
  'State license': 'license',
} as const;

/** Prints papers of vendors that count on a day: what is signed was signed by then, and nothing expires soon. */
export function openPress(today: string) {
  let seed = 9000;

  function makePaper(kind: Kind, companyName: string): { html: string; day: string | null } {
    if (kind === 'Vendor agreement') return { html: makeAgreement(companyName), day: null };
    for (;;) {
      seed += 1;
      const { html, fields } = makeForm(formKinds[kind], seed, companyName);
      const day = kind === 'W-9' ? findSigned(html) : (fields['expiryDate'] ?? '');
      if (kind === 'W-9' ? day <= today : day > addDays(today, 120)) return { html, day };
    }
  }

  return (vendor: SampleVendor, kind: Kind): Printed => ({
    vendor,
    kind,
    ...makePaper(kind, vendor.companyName ?? ''),
  });
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

function findSigned(html: string): string {
  const [, month, day, year] = /<p>Date (\d\d)\/(\d\d)\/(\d{4})<\/p>/.exec(html) ?? [];
  return `${year}-${month}-${day}`;
}

const makeAgreement = (companyName: string): string =>
  `<body style="font: 22px serif; padding: 60px"><h1>VENDOR AGREEMENT</h1>
  <p>Contractor: ${companyName.replaceAll('&', '&amp;')}</p>
  ${'<p>The crew follows the rules of the property, keeps its passages free, and leaves them as they were.</p>'.repeat(6)}</body>`;

/** A file of text, with each paper on a page of its own. */
export async function printPdf(page: Page, name: string, papers: readonly Printed[]): Promise<StoryFile> {
  const sheets = papers.map(({ html }) =>
    html.replace('<body style="', '<section style="break-after: page; ').replace('</body>', '</section>'),
  );
  await page.setContent(sheets.join(''));
  const buffer = await page.pdf({ width: '1220px', height: '1600px' });
  return { name, mimeType: 'application/pdf', buffer, papers: papers.map(toTruth) };
}

/** A photo of a paper. */
export async function photograph(page: Page, name: string, paper: Printed): Promise<StoryFile> {
  await page.setViewportSize({ width: 1100, height: 850 });
  await page.setContent(paper.html);
  const buffer = await page.screenshot({ type: 'jpeg', quality: 80, fullPage: true });
  return { name, mimeType: 'image/jpeg', buffer, papers: [toTruth(paper)] };
}

const toTruth = ({ vendor, kind, day }: Printed): TruePaper => ({ vendor, kind, day });

/** Drops files on the page as a person does. */
export async function dropFiles(page: Page, files: readonly StoryFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }));
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, text } of ${JSON.stringify(given)})
      transfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name, { type: mimeType }));
    return transfer;
  })()`);
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer });
}

export function findVendor(companyName: string): SampleVendor {
  const found = sampleVendors().find((vendor) => vendor.companyName === companyName);
  if (found === undefined) throw new Error(`The service knows no ${companyName}.`);
  return found;
}
