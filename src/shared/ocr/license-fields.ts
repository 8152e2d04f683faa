import { stateForm } from '../base/states.ts';
import {
  findPhrases,
  readDay,
  readLabeledFields,
  readName,
  toField,
  type FieldOnPage,
  type FieldRule,
  type FoundValue,
} from './labeled-fields.ts';
import { toRuns, type PageWord, type TextRun } from './page-text.ts';

const number = /^[A-Z]{0,5}[-.]?\d[\dA-Z.-]{2,12}$/i;

function readNumber(text: string): string | null {
  const [first = ''] = text.replace(/^[#:\s]+/, '').split(/\s+/);
  return number.test(first) && first.replaceAll(/\D/g, '').length >= 4 ? first : null;
}

const rules = [
  {
    field: 'licenseNumber',
    label: /(?:licen[sc]e|lic\.?|registration|certificate)\s*(?:numbers?|num\.?|nbr\.?|no\.?|#|id\b)/i,
    read: readNumber,
  },
  {
    field: 'licenseTradeType',
    label:
      /classifications?(?:\s+codes?)?|(?:licen[sc]e|trade)\s+(?:type|class)|type\s+of\s+licen[sc]e|\btrade\b(?!\s+licen[sc]e)/i,
    read: readName,
  },
  {
    field: 'licenseeName',
    label:
      /licensee(?:\s+name)?|name\s+of\s+licensee|business\s+name|company\s+name|issued\s+to|\bcontractor\b/i,
    read: readName,
  },
  {
    field: 'qualifiedParty',
    label:
      /qualif(?:ying|ied)\s+(?:party|individual|person|agent)|\bqualifier\b|responsible\s+managing\s+(?:officer|employee)|\bRM[OE]\b/i,
    read: readName,
  },
  {
    field: 'effectiveDate',
    label:
      /(?:original\s+)?issued?\s+(?:date|on)|date\s+(?:of\s+issue|issued)|effective(?:\s+date)?|\bissued\b(?!\s+to)/i,
    read: readDay,
  },
  {
    field: 'expiryDate',
    label:
      /expir(?:es|ation|y)(?:\s+(?:date|on))?|exp\.?\s+date|date\s+of\s+expir(?:ation|y)|valid\s+(?:until|through|thru|to)/i,
    read: readDay,
  },
  {
    field: 'licenseeAddress',
    label: /(?:(?:business|mailing)\s+)?address(?:\s+of\s+record)?/i,
    read: (text) => (/\d/.test(text) ? readName(text) : null),
  },
] as const satisfies readonly FieldRule<string>[];
export type ReadableField = (typeof rules)[number]['field'] | 'state';

export function readLicenseFields(words: readonly PageWord[]): FieldOnPage<ReadableField>[] {
  const runs = toRuns(words);
  return [...readLabeledFields(runs, { rules }), ...toField('state', findStates(runs))];
}

const findStates = (runs: readonly TextRun[]): FoundValue[] =>
  findPhrases(runs, /\bstate\s+of\s+([a-z]+(?:\s+[a-z]+)?)/, ([, name = '']) => {
    for (const state of [name, name.split(/\s+/)[0] ?? '']) {
      const form = stateForm(state);
      if (/^[a-z]{2}$/.test(form) && state.length > 2) return form.toUpperCase();
    }
    return null;
  });
