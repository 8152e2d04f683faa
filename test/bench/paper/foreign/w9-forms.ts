import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFArray, PDFCheckBox, PDFDict, PDFDocument, PDFName, PDFRef, PDFTextField } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import { requester, type W9Facts } from './w9-page.ts';

/** A form of the tax office and the names of its entries. */
interface OfficialForm {
  file: string;
  name: string;
  business: string;
  boxes: string;
  letter: string;
  street: string;
  city: string;
  requester: string;
  ssn: readonly [string, string, string];
  ein: readonly [string, string];
}

/** The blank forms, and one that somebody filled in before, of which every entry is replaced. */
const officialForms: Readonly<Record<string, OfficialForm>> = {
  2013: {
    file: 'fw9-2013.pdf',
    name: 'f1_01_0_[0]',
    business: 'f1_02_0_[0]',
    boxes: 'FedClassification[0].c1_01',
    letter: 'FedClassification[0].f1_18_0_[0]',
    street: 'Address[0].f1_04_0_[0]',
    city: 'Address[0].f1_05_0_[0]',
    requester: 'f1_06_0_[0]',
    ssn: ['Social[0].f1_07[0]', 'Social[0].f1_08[0]', 'Social[0].f1_09[0]'],
    ein: ['EmployerID[0].f1_10[0]', 'EmployerID[0].f1_11[0]'],
  },
  2018: {
    file: '58-w9-2018-form-rn-as-m.pdf',
    name: 'f1_1[0]',
    business: 'f1_2[0]',
    boxes: 'FederalClassification[0].c1_1',
    letter: 'FederalClassification[0].f1_3[0]',
    street: 'Address[0].f1_7[0]',
    city: 'Address[0].f1_8[0]',
    requester: 'f1_9[0]',
    ssn: ['SSN[0].f1_11[0]', 'SSN[0].f1_12[0]', 'SSN[0].f1_13[0]'],
    ein: ['EmployerID[0].f1_14[0]', 'EmployerID[0].f1_15[0]'],
  },
  2024: {
    file: 'fw9-2024.pdf',
    name: 'f1_01[0]',
    business: 'f1_02[0]',
    boxes: 'Boxes3a-b_ReadOrder[0].c1_1',
    letter: 'Boxes3a-b_ReadOrder[0].f1_03[0]',
    street: 'Address_ReadOrder[0].f1_07[0]',
    city: 'Address_ReadOrder[0].f1_08[0]',
    requester: 'f1_09[0]',
    ssn: ['f1_11[0]', 'f1_12[0]', 'f1_13[0]'],
    ein: ['f1_14[0]', 'f1_15[0]'],
  },
};
export const officialYears = Object.keys(officialForms);

/**
 * How programs fill forms: with what the entries look like, with what they say alone, as text of the page that nobody can change any
 * more, and as a viewer that saves what was typed.
 */
export const fillings = ['drawn', 'valuesOnly', 'flattened', 'viewer'] as const;
export type Filling = (typeof fillings)[number];

/** The tax office's own form, filled in or blank where there are no facts. */
export function fillOfficialW9(year: string, filling: Filling, facts: W9Facts | null): Promise<Buffer> {
  const form = officialForms[year];
  if (form === undefined) throw new Error(`There is no form of ${year}.`);
  const bytes = readFileSync(join(import.meta.dirname, '../../../papers/cases', form.file));
  const [texts, box] = facts === null ? [new Map<string, string>(), null] : toEntries(form, facts);
  return filling === 'viewer' ? saveInViewer(bytes, texts, box) : fillByName(bytes, filling, texts, box);
}

function toEntries(form: OfficialForm, facts: W9Facts): [Map<string, string>, string] {
  const [ssn1 = '', ssn2 = '', ssn3 = ''] = facts.ssn.split('-');
  const [ein1 = '', ein2 = ''] = facts.ein?.split('-') ?? [];
  const numbers =
    facts.ein === null
      ? form.ssn.map((name, index) => [name, [ssn1, ssn2, ssn3][index] ?? ''] as const)
      : form.ein.map((name, index) => [name, [ein1, ein2][index] ?? ''] as const);
  const entries = [
    [form.name, facts.name],
    [form.business, facts.business ?? ''],
    [form.street, facts.street],
    [form.city, facts.city],
    [form.requester, facts.requester ? requester : ''],
    [form.letter, facts.taxClass === 5 ? facts.classLetter : ''],
    ...numbers,
  ] as const;
  return [new Map(entries), `${form.boxes}[${facts.taxClass}]`];
}

async function fillByName(
  bytes: Buffer,
  filling: Exclude<Filling, 'viewer'>,
  texts: ReadonlyMap<string, string>,
  box: string | null,
): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes);
  // Without the second description of the form that the library cannot fill.
  pdf.catalog.getAcroForm()?.dict.delete(PDFName.of('XFA'));
  attachEntries(pdf);
  const form = pdf.getForm();
  const prefix = 'topmostSubform[0].Page1[0].';
  for (const field of form.getFields()) {
    const name = field.getName().replace(prefix, '');
    if (field instanceof PDFTextField) {
      // A length of 0 means none.
      if (field.getMaxLength() === 0) field.removeMaxLength();
      field.setText(texts.get(name));
    }
    if (field instanceof PDFCheckBox) {
      if (name === box) field.check();
      else field.uncheck();
    }
  }
  if (filling === 'flattened') form.flatten();
  return Buffer.from(await pdf.save({ updateFieldAppearances: filling === 'drawn' }));
}

/** Hangs the entries of the first page into the form's tree, from which another program has dropped some. */
function attachEntries(pdf: PDFDocument): void {
  const attach = (ref: PDFRef): void => {
    const parent = pdf.context.lookup(ref, PDFDict).get(PDFName.of('Parent'));
    const children =
      parent instanceof PDFRef
        ? pdf.context.lookup(parent, PDFDict).lookup(PDFName.of('Kids'), PDFArray)
        : pdf.catalog.getOrCreateAcroForm().normalizedEntries().Fields;
    if (!children.asArray().includes(ref)) children.push(ref);
    if (parent instanceof PDFRef) attach(parent);
  };
  for (const one of pdf.getPage(0).node.Annots()?.asArray() ?? []) if (one instanceof PDFRef) attach(one);
}

const widget = z.object({ id: z.string(), fieldName: z.string(), fieldType: z.string().nullable() });

async function saveInViewer(
  bytes: Buffer,
  texts: ReadonlyMap<string, string>,
  box: string | null,
): Promise<Buffer> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  for (const { id, fieldName, fieldType } of z.array(widget).parse(await page.getAnnotations())) {
    const name = fieldName.replace('topmostSubform[0].Page1[0].', '');
    if (fieldType === 'Tx') pdf.annotationStorage.setValue(id, { value: texts.get(name) ?? '' });
    if (fieldType === 'Btn') pdf.annotationStorage.setValue(id, { value: name === box });
  }
  const saved = Buffer.from(await pdf.saveDocument());
  await pdf.loadingTask.destroy();
  return saved;
}
