import type { DayNumber } from '../base/dates.ts';
import { fillMessage } from '../outbox/message-template.ts';
import { linesIn, writeLine, type Asked } from './letter-lines.ts';
import type { Language, LetterKind, LetterPlaceholder, LetterTemplate } from './letter-templates.ts';

export interface LetterFacts {
  firstName: string | null;
  company: string;
  yourName: string;
  yourCompany: string;
  today: DayNumber;
  /** As judged for all its sites, or for the one that is asked about. */
  judgements: readonly Asked[];
  /** The same at each site. */
  sites: readonly { site: string; judgements: readonly Asked[] }[];
}

export type Letter = ReturnType<typeof writeLetter>;

/** The IDs of the requirements that a letter of this kind asks the vendor for; those that wait for us are none. */
export const listAsked = (kind: LetterKind, judgements: readonly Asked[], today: DayNumber): string[] =>
  judgements
    .filter((one) => writeLine(kind, one, today, linesIn.en) !== null)
    .map(({ requirement }) => requirement.id);

/** The letter that a vendor needs: on what is missing, else on what is to renew; null for none. */
export const findKind = (judgements: readonly Asked[], today: DayNumber): LetterKind | null =>
  (['missing', 'renewal'] as const).find((kind) => listAsked(kind, judgements, today).length > 0) ?? null;

/** Fills a letter template for a vendor, listing what is missing at each of its sites. */
export function writeLetter(
  kind: LetterKind,
  language: Language,
  template: LetterTemplate,
  facts: LetterFacts,
) {
  const { list } = linesIn[language];
  const values: Record<LetterPlaceholder, string> = {
    'first name': facts.firstName ?? '',
    company: facts.company,
    site: list(facts.sites.map(({ site }) => site)),
    missing: listMissing(kind, language, facts),
    'your name': facts.yourName,
    'your company': facts.yourCompany,
  };
  const [subject, body] = [fillMessage(template.subject, values), fillMessage(template.body, values)];
  return {
    subject: subject.text.replace(/\s+/g, ' ').trim(),
    body: body.text.trim(),
    /** The IDs of the requirements that it asks for. */
    asked: listAsked(kind, facts.judgements, facts.today),
    empty: [...new Set([...subject.empty, ...body.empty])],
    /** Words in braces that are no placeholders; they stay as written. */
    unknown: [...new Set([...subject.unknown, ...body.unknown])],
  };
}

/** One line for each missing requirement, grouped by the sites that need it. */
function listMissing(
  kind: LetterKind,
  language: Language,
  { judgements, sites, today }: LetterFacts,
): string {
  const lines = linesIn[language];
  const asked = judgements.flatMap((one) => {
    const line = writeLine(kind, one, today, lines);
    if (line === null) return [];
    const where = sites.filter(({ judgements: there }) =>
      listAsked(kind, there, today).includes(one.requirement.id),
    );
    return [{ line: `- ${line}`, where: lines.list(where.map(({ site }) => site)) }];
  });
  return [...Map.groupBy(asked, ({ where }) => where)]
    .map(([where, group]) =>
      [...(where === '' ? [] : [lines.forSites(where)]), ...new Set(group.map(({ line }) => line))].join(
        '\n',
      ),
    )
    .join('\n\n');
}
