import type { Doubt } from './doubts.ts';
import { listWords } from '../base/fold-text.ts';
import { ownMember, ownMemberAt } from '../base/own-member.ts';
import { readYesNo } from './json.ts';
import type { Reading } from './reading.ts';
import { getMeaning, matchingForm, type StatusCategory, type StatusWords } from '../settings/status.ts';

/** A license's expiration under another name. */
export type ExpirationMention = Pick<Doubt, 'member' | 'words'>;

/** The conclusion: an invite was sent, a verification queued, a license verified, a document in order. */
export type Conclusion = 'invite' | 'queue' | 'verification' | 'document';

interface ConclusionRule {
  rests: readonly string[];
  fine: readonly StatusCategory[];
  /** Members that repeat what was submitted. */
  ignores: readonly string[];
  /** A described member whose content the interface does not describe. */
  open?: string;
  /** A described member whose word may contradict the conclusion, as for a draft. */
  word?: string;
}

const rules: Record<Conclusion, ConclusionRule> = {
  invite: {
    rests: ['id', 'vendorStatus'],
    fine: ['good', 'under_way', 'not_recognised', 'caution'],
    ignores: ['vendor', 'company'],
    open: 'metadata',
    word: 'vendorStatus',
  },
  queue: { rests: ['id', 'success'], fine: ['good', 'under_way'], ignores: ['parameters'] },
  verification: {
    rests: ['id', 'status', 'isVerified', 'response'],
    fine: ['good'],
    ignores: ['parameters'],
  },
  document: {
    rests: [
      'id',
      'status',
      'processingStep',
      'errors',
      'documentType',
      'qualityDetails.overallScore',
      'data.isSigned',
      'data.nameOfEntityIndividual',
    ],
    fine: ['good'],
    ignores: [],
  },
};

const maxWords = 200;

/** The one rule of what keeps an answer from being a yes (docs/decisions/no-false-yes.md). */
export function weighEvidence(
  conclusion: Conclusion,
  { value: answer, validationIssues, others }: Reading<Record<string, unknown>>,
  words: StatusWords,
) {
  const rule = rules[conclusion];
  const doubts: Doubt[] = [];
  const expirations: ExpirationMention[] = [];
  for (const { path, raw } of validationIssues) {
    const member = path.join('.');
    const bears = rule.rests.some(
      (name) => name === member || member.startsWith(`${name}.`) || name.startsWith(`${member}.`),
    );
    // A number where a text is described was read as that text.
    const isRead = typeof raw === 'number' && ownMemberAt(answer, path) === String(raw);
    if (bears && !isRead && saysSomething(raw))
      doubts.push({ member, words: toWords(raw), bad: failureNames.test(getName(path)) });
  }
  const visit = (path: readonly (string | number)[], value: unknown): void => {
    if (value == null || value === '') return;
    const name = matchingForm(getName(path));
    if (typeof value === 'object' && !failureNames.test(name)) {
      for (const [key, inner] of Object.entries(value)) visit([...path, key], inner);
      return;
    }
    const weight = weighMember(name, value, rule, words);
    if (weight === 'fine') return;
    const mention = { member: path.join('.'), words: toWords(value) };
    if (weight === 'expiration') expirations.push(mention);
    else doubts.push({ ...mention, bad: weight === 'bad' });
  };
  for (const { path, value } of others) {
    if (!rule.ignores.includes(String(path[0]))) visit(path, value);
  }
  const word = rule.word === undefined ? undefined : ownMember(answer, rule.word);
  if (rule.word !== undefined && typeof word === 'string') {
    const weight = weighWord(word, rule.fine, words);
    if (weight !== 'fine') doubts.push({ member: rule.word, words: toWords(word), bad: weight === 'bad' });
  }
  if (rule.open !== undefined) visit([rule.open], ownMember(answer, rule.open));
  return { doubts, expirations };
}

const failureNames =
  /^(?:(?:processing |verification |validation )?(?:error|fault|exception|failure|failed|rejection|problem)s?)(?: (?:code|message|text|detail|details|reason|type))?$|^(?:errorcode|errormessage|exceptionmessage|faultstring)$/;
const successNames = /^(?:(?:is )?(?:ok|success|successful|succeeded))$/;
const favorableNames =
  /^(?:(?:is |was |has been |licen[cs]e )*(?:verified|match|matched|valid|active|approved|accepted|authentic|genuine|signed|found|sent|delivered|notified|created|invited|passed|in good standing))$|^(?:e ?mail|invite|invitation|notification|mail)(?: was| is)? (?:sent|delivered)$/;
const adverseNames =
  /^(?:(?:is |was |has been |has |licen[cs]e |document )*(?:revoked|expired|suspended|inactive|rejected|cancelled|canceled|surrendered|lapsed|terminated|duplicate|fraud|fraudulent|disciplinary actions?|discipline|unreadable|illegible|draft|denied|invalid|flagged|blocked|test|dry run))$/;
const reviewNames =
  /\b(?:manual|needs?|requires?|required|pending)\b.*\b(?:review|check|approval|attention)\b|^manual$/;
const statusNames =
  /(?:^| )(?:status|standing|disposition|verdict|outcome|decision|determination|result|stage|step)$/;
const codeNames = /(?:^| )(?:status code|http status|code)$/;
const messageNames =
  /(?:^| )(?:message|msg|reason|detail|details|note|notes|comment|comments|remark|remarks|warning|warnings)$/;
const expirationNames =
  /expir|(?:^| )valid (?:until|through|thru|to|till)$|(?:^| )exp(?: date)?$|(?:^| )good (?:until|through)$/;
const adverseWords =
  /\b(?:not|no|never|un\w+ed|fail\w*|errors?|reject\w*|den(?:y|ied)|duplicate\w*|already|refus\w*|revok\w*|surrender\w*|suspen\w*|expired|inactive|invalid|lapsed|terminated|cannot|can['’]t|could|unable|draft|wait\w*|approval|manual\w*|review\w*|mismatch\w*|without|pending|dry.run)\b/i;

/** An invite in such a state has not been sent; one to a vendor on hold has. */
const unsentWords = /\b(?:draft|approval|duplicate|manual|incomplete)\b/;

/** What an undescribed member means for a conclusion, by its {@link matchingForm}. */
function weighMember(name: string, value: unknown, { fine }: ConclusionRule, words: StatusWords) {
  const yes = readYesNo(value);
  if (failureNames.test(name) || adverseNames.test(name))
    return yes === false || !saysSomething(value) ? 'fine' : 'bad';
  if (successNames.test(name) || favorableNames.test(name)) {
    if (yes !== null) return yes ? 'fine' : 'bad';
    return weighWord(value, fine, words);
  }
  if (!saysSomething(value)) return 'fine';
  if (reviewNames.test(name)) return yes === false ? 'fine' : 'unclear';
  if (expirationNames.test(name)) return 'expiration';
  if (codeNames.test(name) || (statusNames.test(name) && isNumeric(value))) return weighCode(value, words);
  if (statusNames.test(name)) return yes === true ? 'fine' : weighWord(value, fine, words);
  if (messageNames.test(name)) return adverseWords.test(String(value).slice(0, 1000)) ? 'unclear' : 'fine';
  return 'fine';
}

function weighWord(value: unknown, fine: ConclusionRule['fine'], words: StatusWords) {
  const { category } = getMeaning(toWords(value), words);
  if (category === 'problem') return 'bad';
  const isUnsent = category === 'caution' && unsentWords.test(matchingForm(toWords(value)));
  return fine.includes(category) && !isUnsent ? 'fine' : 'unclear';
}

/** A number that may be an HTTP status, or a code that a person sorted. */
function weighCode(value: unknown, words: StatusWords): 'fine' | 'bad' | 'unclear' {
  const { category } = getMeaning(toWords(value), words);
  if (category === 'good') return 'fine';
  const code = Number(value);
  if (category === 'problem' || code >= 400) return 'bad';
  return code === 0 || (code >= 200 && code < 300) ? 'fine' : 'unclear';
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,6}\s*$/.test(value));

const nothingWords = new Set([
  '',
  ...listWords('none, n/a, na, null, nil, -, no errors, no error, [], {}, 0'),
]);

/** Whether a value says anything: not empty, 0, false, "None", "N/A", or only such values. */
export function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return false;
  if (typeof value === 'string') return !nothingWords.has(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.some(saysSomething);
  return typeof value !== 'object' || Object.values(value).some(saysSomething);
}

function getName(path: readonly (string | number)[]): string {
  const name = path.findLast((step) => typeof step === 'string' && !/^\d+$/.test(step));
  return String(name ?? '').slice(0, 100);
}

/** A value in the service's words, on one line, shortened. */
function toWords(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > maxWords ? `${text.slice(0, maxWords)}…` : text;
}
