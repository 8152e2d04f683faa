import { scoreScales } from '#shared/service/score.ts';
import type { LookUpRow } from '#shared/ipc/look-ups.ts';
import { getStory, type AnsweringService, type Answered } from './answering-service.ts';
import type { App } from './app.ts';
import { entryRules, stateProblem, type EntryCase, type Rule } from './contradictions.ts';
import type { Customs } from './customs.ts';
import type { Findings } from './findings.ts';
import { getOperation, type Handed } from './ledger.ts';
import { listFindings } from './list-rules.ts';
import { openMeanings } from './meaning.ts';
import { documentRules, lookUpRules } from './result-rules.ts';
import { allRows, findDocument, getView, getWorkspace } from './view.ts';

/** What one day knows by heart: what was enqueued, and which documents and vendors were asked for. */
export interface DayLedger {
  handed: Handed[];
  expiries: Map<string, string>;
  jobs: string[];
}

export interface JudgeDeps {
  app: App;
  service: AnsweringService;
  customs: Customs;
  ledger: DayLedger;
  findings: Findings;
  /** Says where in the run this is. */
  place: string;
}

/** Something that does not hold: how it is counted, what it is about, so that it is counted once, and what was seen. */
interface Fault {
  sort: 'state' | { rule: string };
  about: string;
  seen: string;
}

/** Judges what changed, and all of it where nothing is named. A finding counts once it is still there a moment later. */
export interface Judge {
  touched(answers: readonly Answered[]): Promise<void>;
  everything(): Promise<void>;
}

/** @param settle lets the app finish what it has begun */
export function createJudge(partsNow: () => JudgeDeps, settle: () => Promise<void>): Judge {
  const counted = new Set<string>();

  async function count(look: () => Promise<Fault[]>): Promise<void> {
    const suspected = (await look()).filter((fault) => !counted.has(toKey(fault)));
    if (suspected.length === 0) return;
    await settle();
    const stays = new Set((await look()).map(toKey));
    const { findings, place } = partsNow();
    for (const fault of suspected) {
      const key = toKey(fault);
      if (!stays.has(key) || counted.has(key)) continue;
      counted.add(key);
      const seen = `${fault.seen} (${fault.about}, ${place})`;
      if (fault.sort === 'state') findings.wrongState(seen);
      else findings.contradiction(fault.sort.rule, seen);
    }
  }

  async function faultsOfEntry(handed: Handed): Promise<Fault[]> {
    const { app, service, customs, ledger } = partsNow();
    const view = await getView(app, handed);
    const answers = service.of(getOperation(handed.kind), handed.mark);
    const requestId = view.verification?.requestId ?? null;
    const one: EntryCase = {
      handed,
      view,
      answers,
      results: requestId === null ? [] : service.of('getVerificationResult', requestId),
      customs,
      datesShown: service.answers.some(showsDates),
      submittedExpiry: ledger.expiries.get(handed.mark) ?? null,
    };
    const wrong = stateProblem(one);
    const seen = wrong === null ? [] : [{ sort: 'state' as const, about: handed.mark, seen: wrong }];
    return [...seen, ...broken(entryRules, one, handed.mark)];
  }

  async function faultsOfDocument(jobId: string): Promise<Fault[]> {
    const { app, service } = partsNow();
    const detail = await findDocument(app, jobId);
    const answers = service.of('getDocumentResult', jobId);
    const { settings, observed } = await getWorkspace(app);
    const scales = scoreScales(settings, observed);
    const { jobIds } = await app.ask('documents.good', { jobIds: [jobId] });
    const offered = jobIds.length > 0;
    return broken(documentRules, { detail, answers, settings, scales, offered }, jobId);
  }

  async function faultsOfVendors(wanted: ReadonlySet<string> | null): Promise<Fault[]> {
    const { app, service } = partsNow();
    const job = await app.ask('lookups.latest', null);
    if (job === null) return [];
    const page = (after: string | null) => app.ask('lookups.page', { id: job.id, after, limit: 200 });
    const rows: LookUpRow[] = (await allRows(page)).rows;
    const faults: Fault[] = [];
    for (const row of rows.filter(({ vendorId }) => wanted === null || wanted.has(vendorId))) {
      const { vendorId } = row;
      const stored = await app.ask('vendors.get', { vendorId });
      const answers = service.of('getVendorProfile', vendorId);
      faults.push(...broken(lookUpRules, { row, stored, answers }, vendorId));
    }
    return faults;
  }

  async function faultsOfLists(): Promise<Fault[]> {
    const { app, service, ledger } = partsNow();
    const found = await listFindings(app, ledger.handed);
    const strange = service.unknownIds.map((path) => ({
      rule: 'asked by an id that was never given',
      seen: path,
    }));
    return [...found, ...strange].map(({ rule, seen }) => ({ sort: { rule }, about: seen, seen }));
  }

  return {
    async touched(answers) {
      const { ledger, service } = partsNow();
      const subjects = new Set(
        answers.map(({ operation, subject }) =>
          operation === 'getVerificationResult' ? service.getSubmission(subject) : subject,
        ),
      );
      for (const handed of ledger.handed) {
        if (subjects.has(handed.mark)) await count(() => faultsOfEntry(handed));
      }
      for (const jobId of ledger.jobs) if (subjects.has(jobId)) await count(() => faultsOfDocument(jobId));
      const vendors = answers.filter(({ operation }) => operation === 'getVendorProfile');
      const asked = new Set(vendors.map(({ subject }) => subject));
      if (asked.size > 0) await count(() => faultsOfVendors(asked));
    },
    async everything() {
      const { ledger, service, findings, place } = partsNow();
      for (const handed of ledger.handed) await count(() => faultsOfEntry(handed));
      for (const jobId of ledger.jobs) await count(() => faultsOfDocument(jobId));
      await count(() => faultsOfVendors(null));
      await count(faultsOfLists);
      const { customs } = partsNow();
      for (const handed of ledger.handed) {
        if (counted.has(`repeats ${handed.mark}`)) continue;
        const found = repeats(handed, service.of(getOperation(handed.kind), handed.mark), customs);
        if (found === null) continue;
        counted.add(`repeats ${handed.mark}`);
        const seen = `${found.seen} (${handed.mark}, ${place})`;
        if (found.applied) findings.appliedTwice(handed.kind, seen);
        else findings.repeatedInDoubt(handed.kind, seen);
      }
    },
  };
}

function toKey({ sort, about }: Fault): string {
  return `${sort === 'state' ? 'state' : sort.rule} ${about}`;
}

function broken<T>(rules: Record<string, Rule<T>>, one: T, about: string): Fault[] {
  return Object.entries(rules).flatMap(([rule, look]) => {
    const seen = look(one);
    return seen === null ? [] : [{ sort: { rule }, about, seen }];
  });
}

/** Whether a date went out that can be read in one way only and shows which part comes first. */
function showsDates({ way, arrived }: Answered): boolean {
  const expiry = way.body.result?.expiry ?? null;
  if (expiry === null || arrived !== 'whole' || way.doubtful) return false;
  return /^\d\d\/\d\d\/\d{4}$/.test(expiry.text) && !expiry.twoWays && !sameTwice(expiry.text);
}

function sameTwice(text: string): boolean {
  return text.slice(0, 2) === text.slice(3, 5);
}

/** How many repeats of a submission that nobody answered are allowed where it does no harm. */
const harmlessRepeats = 3;

/** Looks for submissions that nobody asked for; null where there is none. */
function repeats(
  { kind, askedAgain, deeds }: Handed,
  answers: readonly Answered[],
  customs: Customs,
): { applied: boolean; seen: string } | null {
  const harmless = kind === 'verification' && customs.harmless;
  const allowed = (1 + askedAgain) * (harmless ? 1 + harmlessRepeats : 1);
  const applied = answers.filter((one) => one.applied).length;
  if (applied > allowed) return { applied: true, seen: `${applied} times: ${getStory(answers)}` };
  if (customs.honoursKey) return null;
  let inARow = 0;
  for (const [index, answered] of answers.entries()) {
    const before = answers[index - 1];
    const open = before !== undefined && openMeanings.has(before.way.meaning);
    const wanted = deeds.some(({ what, afterAnswers }) => what === 'send_again' && afterAnswers === index);
    inARow = open && !wanted ? inARow + 1 : 0;
    const tooOften = inARow > (harmless ? harmlessRepeats : 0);
    if (tooOften) return { applied: false, seen: `as number ${answered.number}: ${getStory(answers)}` };
  }
  return null;
}
