import { clearEvidence } from '#shared/service/doubts.ts';
import { createCalendar } from '#shared/base/dates.ts';
import type { JudgedBy } from '#shared/onboarding/judge-vendor.ts';
import type { AppliesTo, Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import type { DocumentFact, LicenseFact, VendorFacts } from '#shared/onboarding/vendor-facts.ts';
import { entryState } from '#shared/outbox/outbox.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { noFacts } from '#test/onboarding-samples.ts';

/** A row of the table of golden cases, read. */
export interface GoldenCase {
  section: string;
  /** What the row says of the day and the vendor. */
  said: string;
  facts: VendorFacts;
  judgedBy: JudgedBy;
  /** How each rule stands, in their order. */
  states: string[];
  /** The answer in a line. */
  vendor: string;
  /** The sentence for the first rule; empty where the row gives none. */
  why: string;
}

/** The cases of a table as golden-cases.md has it. What it says in a way that is not known is an error. */
export function readGoldenTable(text: string): GoldenCase[] {
  return text.split(/^## /m).slice(1).flatMap(readSection);
}

function readSection(text: string): GoldenCase[] {
  const lines = text.split('\n');
  const sets = lines.filter((line) => /^Rule(?: for [^:]+)?: /.test(line)).map(readRule);
  return lines
    .filter((line) => /^\| \d/.test(line))
    .map((line): GoldenCase => {
      const [, today = '', known = '', answer = '', vendor = '', why = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      const parts = known.split('; ');
      const site = parts
        .map((part) => /^asked about (.+)$/.exec(part)?.[1])
        .find((asked) => asked !== undefined);
      return {
        section: lines[0] ?? '',
        said: `${today}: ${known}`,
        facts: readFacts(parts, sets),
        judgedBy: { ...readDay(today), sets, words: {}, soonDays: 30, site: site ?? null },
        states: answer === '-' ? [] : answer.split(', '),
        vendor,
        why,
      };
    });
}

/** An ID that is the same in every run. */
function numberedId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function readRule(line: string, index: number): RequirementSet {
  const [, whose = '', text = ''] = /^Rule( for [^:]+)?: (.+)$/.exec(line) ?? [];
  return {
    id: numberedId(1000 + index),
    name: `Set ${index + 1}`,
    appliesTo: readScope(whose.replace(' for ', '')),
    requirements: [readRequirement(text, numberedId(index))],
  };
}

function readScope(text: string): AppliesTo {
  const scope: AppliesTo = { services: [], states: [], jobSites: [], tags: [] };
  for (const part of text === '' ? [] : text.split(', ')) {
    const [, what = '', value = ''] = /^(\w+) (.+)$/.exec(part) ?? [];
    if (what === 'service') scope.services.push(value);
    else if (what === 'state') scope.states.push(value);
    else if (what === 'site') scope.jobSites.push(value);
    else if (what === 'tag') scope.tags.push(value);
    else throw new Error(`No vendors are told by: ${part}`);
  }
  return scope;
}

function readRequirement(text: string, id: string): Requirement {
  const [what = '', ...options] = text.split(', ');
  const number = (pattern: RegExp) => {
    const found = options.map((option) => pattern.exec(option)?.[1]).find((value) => value !== undefined);
    return found === undefined ? null : Number(found);
  };
  const common = { id, name: toName(what), soonDays: number(/^warns (\d+) days ahead$/) ?? 0 };
  const maxAgeDays = number(/at most (\d+) days old$/);
  const license = /^license (.+) in (.+)$/.exec(what);
  if (license !== null) {
    const [trade = 'any', state = 'any'] = license.slice(1);
    const named = (value: string) => (value === 'any' ? null : value);
    return { kind: 'license', ...common, trade: named(trade), state: named(state), maxAgeDays };
  }
  if (what.startsWith('document ')) {
    return {
      kind: 'document',
      ...common,
      documentType: what.slice('document '.length),
      minScore: number(/^score at least (\d+)$/),
      maxAgeDays,
      needsEndDate: options.includes('needs an end'),
    };
  }
  if (what === 'attestation')
    return { kind: 'attestation', ...common, maxDays: number(/^counts (\d+) days$/) };
  return { kind: 'profile', id, name: toName(what), ask: readAsk(what), maxAgeDays };
}

/** `License`, `W-9`, `Briefing`, `Profile`, `Compliance` */
function toName(what: string): string {
  if (what.startsWith('license ')) return 'License';
  if (what.startsWith('document ')) return what.slice('document '.length);
  if (what === 'attestation') return 'Briefing';
  return what === 'compliance' ? 'Compliance' : 'Profile';
}

function readAsk(what: string): Extract<Requirement, { kind: 'profile' }>['ask'] {
  if (what === 'compliance') return { what: 'compliance' };
  if (what === 'profile readable') return { what: 'readable' };
  const given = /^profile (\S+) is given$/.exec(what);
  if (given?.[1] !== undefined) return { what: 'given', field: given[1] };
  const [, field, values] = /^profile (\S+) is (.+)$/.exec(what) ?? [];
  if (field === undefined || values === undefined) throw new Error(`No rule is written as: ${what}`);
  return { what: 'one_of', field, values: values.split(' or ') };
}

/** @param text a day, or a moment and a time zone */
function readDay(text: string): Pick<JudgedBy, 'today' | 'toDay'> {
  const [moment = '', timeZone = 'UTC'] = text.split(' ');
  const toDay = createCalendar(timeZone);
  return { today: toDay(readMoment(moment)), toDay };
}

function readMoment(text: string): number {
  const at = Date.parse(text.includes('T') ? text : `${text}T12:00Z`);
  if (Number.isNaN(at)) throw new Error(`No day is written as: ${text}`);
  return at;
}

const by = 'maria';

function readFacts(parts: readonly string[], sets: readonly RequirementSet[]): VendorFacts {
  const facts: VendorFacts = { ...noFacts };
  const requirementId = sets[0]?.requirements[0]?.id ?? '';
  const add = (part: string, index: number): Partial<VendorFacts> => {
    const id = `R-${index}`;
    const invite = /^invite (\w+) (\S+)$/.exec(part);
    if (invite?.[2] !== undefined) {
      return { invite: { entryId: id, state: entryState.parse(invite[1]), at: readMoment(invite[2]) } };
    }
    const word = /^status word (\S+) (\S+)$/.exec(part);
    if (word?.[1] !== undefined && word[2] !== undefined) {
      return { compliance: { word: word[1], entryId: id, at: readMoment(word[2]) } };
    }
    const attested = /^attested (\S+)(?: until (\S+))?$/.exec(part);
    if (attested?.[1] !== undefined) {
      const [, day, until = null] = attested;
      return {
        attestations: [
          ...facts.attestations,
          { id, requirementId, day, until, note: '', by, at: readMoment(day) },
        ],
      };
    }
    const waived = /^waived until (\S+)$/.exec(part)?.[1];
    if (waived !== undefined) {
      const waiver = { id, requirementId, reason: 'site manager agreed', until: waived, by, at: 0 };
      return { waivers: [...facts.waivers, waiver] };
    }
    const tag = /^tag (.+)$/.exec(part)?.[1];
    if (tag !== undefined) return { tags: [...facts.tags, tag] };
    if (part.startsWith('profile ')) return { profile: readProfileFact(part) };
    if (part.startsWith('license ')) return { licenses: [...facts.licenses, readLicense(part, id)] };
    if (part.startsWith('document ')) return { documents: [...facts.documents, readDocument(part, id)] };
    if (part === 'no ID') return { vendorId: null };
    if (part === 'nothing' || part.startsWith('asked about ')) return {};
    throw new Error(`Nothing is known as: ${part}`);
  };
  for (const [index, part] of parts.entries()) Object.assign(facts, add(part, index));
  return facts;
}

function readProfileFact(part: string): NonNullable<VendorFacts['profile']> {
  const [, day = '', fields = ''] = /^profile (\S+)(?: with (.*))?$/.exec(part) ?? [];
  const groups = new Map<string, Record<string, unknown>>();
  for (const field of fields === '' ? [] : fields.split(/, (?=\w+(?:\.\w+)?=)/)) {
    const [path = '', value = ''] = field.split('=');
    const [name = '', group = ''] = path.split('.').toReversed();
    groups.set(group, { ...groups.get(group), [name]: readField(name, value) });
  }
  const { '': own, ...inside } = Object.fromEntries(groups);
  const value = vendorProfile.parse({ ...own, ...inside });
  return { reading: { value, validationIssues: [], others: [] }, fetchedAt: readMoment(day) };
}

function readField(name: string, value: string): unknown {
  if (value === 'Yes' || value === 'No') return value === 'Yes';
  if (name === 'naicsCode') return Number(value);
  if (name === 'services') return value.split(' & ').map((title) => ({ title }));
  return ['jobSites', 'minorityTags'].includes(name) ? value.split(' & ') : value;
}

/** Reads what stands behind the colon, one word after the other; one that nobody knows is an error. */
function readOptions(part: string, readers: Record<string, (value: string) => void>): string {
  const [head = '', options = ''] = part.split(/ ?: /);
  for (const option of options.split(', ')) {
    const name = Object.keys(readers).find((known) => option === known || option.startsWith(`${known} `));
    const reader = name === undefined ? undefined : readers[name];
    if (name === undefined || reader === undefined) throw new Error(`Not known of ${head}: ${option}`);
    reader(option.slice(name.length + 1));
  }
  return head;
}

function readLicense(part: string, entryId: string): LicenseFact {
  const verdict: LicenseFact['verdict'] = {
    status: null,
    isVerified: null,
    isMatch: null,
    differing: 0,
    compared: 9,
    answeredId: null,
    answeredAt: null,
    expiresOn: null,
    expiryUnclear: false,
    evidence: clearEvidence,
    replaced: false,
    byHand: false,
  };
  const license: LicenseFact = {
    entryId,
    trade: null,
    state: null,
    licenseKey: null,
    entryState: 'accepted',
    markedByPerson: false,
    verdict,
    decision: null,
  };
  const decided = (choice: string) => (day: string) => {
    license.decision = { choice, by, at: readMoment(day) };
  };
  const inState = (state: LicenseFact['entryState']) => () => {
    Object.assign(license, { entryState: state });
    Object.assign(verdict, { differing: null, compared: null });
  };
  const head = readOptions(part, {
    verified: () => Object.assign(verdict, { status: verdict.status ?? 'verified', isVerified: true }),
    'not verified': () => Object.assign(verdict, { isVerified: false }),
    word: (word) => Object.assign(verdict, { status: word }),
    'no match': () => Object.assign(verdict, { isMatch: false }),
    'nothing found': () => Object.assign(verdict, { differing: null, compared: null }),
    differs: (count) => Object.assign(verdict, { differing: Number(count) }),
    'expires in two ways': () => Object.assign(verdict, { expiryUnclear: true }),
    'never expires': () => Object.assign(verdict, { evidence: { ...clearEvidence, neverExpires: true } }),
    expires: (day) => Object.assign(verdict, { expiresOn: day }),
    answered: (day) => Object.assign(verdict, { answeredAt: readMoment(day) }),
    'another ID': () => Object.assign(verdict, { answeredId: 'X-2' }),
    replaced: () => Object.assign(verdict, { replaced: true }),
    number: (number) => Object.assign(license, { licenseKey: number }),
    accepted: decided('accept_differences'),
    'vendor asked': decided('ask_vendor'),
    'marked as sent': () => Object.assign(license, { markedByPerson: true }),
    'no result yet': inState('accepted'),
    'looks are over': () => Object.assign(verdict, { byHand: true }),
    queued: inState('queued'),
    sending: inState('sending'),
    waiting: inState('waiting'),
    in_doubt: inState('in_doubt'),
    rejected: inState('rejected'),
    dead: inState('dead'),
    cancelled: inState('cancelled'),
  });
  const [, trade = '-', state = '-'] = /^license (\S+) (\S+)$/.exec(head) ?? [];
  const said = (value: string) => (value === '-' ? null : value);
  return { ...license, trade: said(trade), state: said(state) };
}

function readDocument(part: string, jobId: string): DocumentFact {
  const document: DocumentFact = {
    jobId,
    type: null,
    ready: true,
    score: null,
    contradictions: null,
    evidence: { doubts: [], named: true },
    createdAt: readMoment('2026-11-01'),
    fetchedAt: readMoment('2026-11-01'),
    decision: null,
    validUntil: null,
  };
  const decided = (choice: string) => (day: string) => {
    document.decision = { choice, by, at: readMoment(day) };
  };
  const head = readOptions(part, {
    'not ready': () => Object.assign(document, { ready: false, fetchedAt: null }),
    'no score': () => Object.assign(document, { score: null }),
    score: (score) => Object.assign(document, { score: Number(score) }),
    agrees: () => Object.assign(document, { contradictions: 0 }),
    differs: (count) => Object.assign(document, { contradictions: Number(count) }),
    'no profile': () => Object.assign(document, { contradictions: null }),
    of: (day) => Object.assign(document, { createdAt: readMoment(day) }),
    accepted: decided('accept'),
    skipped: decided('skip'),
    'new copy asked': decided('ask_new_copy'),
    'valid until': (day) => Object.assign(document, { validUntil: day }),
  });
  const type = /^document (.+)$/.exec(head)?.[1] ?? '-';
  return { ...document, type: type === '-' ? null : type };
}
