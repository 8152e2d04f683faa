import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { LookUpRow } from '#shared/ipc/look-ups.ts';
import type { StoredVendor } from '#shared/ipc/vendors.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { openObject } from '#shared/service/json.ts';
import { adviceAction, getScores, type ScoreScales } from '#shared/service/score.ts';
import { getMeaning } from '#shared/settings/status.ts';
import type { WorkspaceSettings } from '#shared/settings/settings.ts';
import { getStory, type Answered } from './answering-service.ts';
import type { Rule } from './contradictions.ts';
import type { Meaning } from './meaning.ts';

export interface DocumentCase {
  detail: DocumentDetail;
  /** The service’s answer about it, in order. */
  answers: readonly Answered[];
  settings: WorkspaceSettings;
  scales: ScoreScales;
  /** Whether the app offers to accept it with others, unseen. */
  offered: boolean;
}

/** What the latest answer says that is a result beyond doubt; null where the app may go by another one. */
function getLatest(answers: readonly Answered[]) {
  const last = answers.findLast(({ way }) => way.meaning === 'result' || way.meaning === 'strange');
  if (last === undefined || last.way.doubtful || last.arrived !== 'whole') return null;
  return last.way.body.document;
}

export const documentRules: Record<string, Rule<DocumentCase>> = {
  'a score that the service did not give': ({ detail, answers }) => {
    const facts = getLatest(answers);
    if (facts === null || detail.score === null) return null;
    if (facts.overall !== null && Math.abs(detail.score - facts.overall) < 0.51) return null;
    return `${detail.score} for ${detail.overallScore ?? 'nothing'}, meant: ${facts.overall ?? 'none'}`;
  },
  'a part or the confidence is not what the service gave': ({ detail, answers, scales }) => {
    const facts = getLatest(answers);
    if (facts === null || detail.result === null) return null;
    const { parts, confidence } = getScores(detail.result.value, scales);
    const shown = parts.map((one) => [one.part, one, facts.parts[one.part] ?? null] as const);
    const all = [...shown, ['confidence', confidence, facts.confidence] as const];
    const wrong = all.filter(
      ([, read, meant]) => read.score !== null && (meant === null || Math.abs(read.score - meant) >= 0.51),
    );
    return wrong.length === 0
      ? null
      : wrong
          .map(([name, read, meant]) => `${name} ${read.score} of ${read.raw}, meant: ${meant}`)
          .join('; ');
  },
  'false yes: offered to be accepted unseen although its answer keeps it from that': ({
    answers,
    offered,
  }) => {
    const facts = getLatest(answers);
    return offered && facts?.noYes === true ? getStory(answers) : null;
  },
  'a score without a scale': ({ detail }) =>
    // 0 is 0 on every scale.
    detail.scale === 'unknown' && detail.score !== null && detail.score !== 0 ? String(detail.score) : null,
  'accepting is advised although the service reports errors': ({ detail, settings }) => {
    const errors = detail.result?.value.errors ?? null;
    const advice = adviceAction(detail.score, settings.scoreThreshold, errors);
    return advice === 'accept' && errors !== null && errors !== '' ? errors : null;
  },
  'to be judged although the service is still at work on it': ({ detail, answers, settings }) => {
    const facts = getLatest(answers);
    if (facts === null || facts.status === null || facts.overall !== null) return null;
    const meaning = getMeaning(facts.status, settings.statusWords);
    const noScore = detail.overallScore === null && detail.result?.validationIssues.length === 0;
    return detail.ready && noScore && meaning.category === 'under_way' && !meaning.final
      ? `${facts.status}: ${getStory(answers)}`
      : null;
  },
  'to be judged although no result came': ({ detail, answers }) => {
    const came = answers.some(
      ({ way }) => way.meaning === 'result' || way.meaning === 'strange' || way.doubtful,
    );
    return detail.ready && !came ? (answers.at(-1)?.way.name ?? 'nothing') : null;
  },
  'a document that is not ready yet is said to be unreadable': ({ detail, answers }) => {
    const last = answers.at(-1);
    const open =
      last?.way.meaning === 'empty' && last.arrived === 'whole' && detail.watch.kind === 'watching';
    const problem = detail.watch.problem ?? '';
    return open && /cannot|could not|not .*read|web page|broken/i.test(problem) ? problem : null;
  },
};

export interface LookUpCase {
  row: LookUpRow;
  /** The kept profile, where there is one. */
  stored: StoredVendor | null;
  answers: readonly Answered[];
}

const fitting: Partial<Record<LookUpRow['outcome'], readonly Meaning[]>> = {
  found: ['result', 'strange'],
  // An object with nothing in it says as little.
  unknown: ['unknown_id', 'strange'],
  refused: ['refused', 'failure'],
  unreadable: ['unreadable', 'strange', 'page', 'empty', 'failure'],
};

const telling: ReadonlySet<Meaning> = new Set([
  'result',
  'strange',
  'unknown_id',
  'refused',
  'failure',
  'unreadable',
]);

export const lookUpRules: Record<string, Rule<LookUpCase>> = {
  'the outcome is not what the service said': ({ row, answers }) => {
    const meanings = fitting[row.outcome];
    // What says nothing about the vendor leaves the outcome as it is.
    const last = answers.findLast(({ way }) => telling.has(way.meaning) || way.doubtful);
    if (meanings === undefined || last === undefined) return null;
    if (last.way.doubtful || last.arrived !== 'whole') return null;
    return meanings.includes(last.way.meaning) ? null : `${row.outcome} after ${last.way.name}`;
  },
  'found without a profile': ({ row, stored }) =>
    row.outcome === 'found' && stored === null ? row.vendorId : null,
  'a profile of an answer that says that it failed': ({ stored, answers }) => {
    const said = stored === null ? null : openObject.safeParse(parseExactJson(stored.body)).data;
    if (said == null) return null;
    const failed = answers.some(({ way }) => way.meaning === 'failure' && !way.doubtful);
    return failed && (said['success'] === false || isErrorAlone(said)) ? JSON.stringify(said) : null;
  },
  'put aside without a word': ({ row }) => {
    const settled = row.outcome === 'refused' || row.outcome === 'unreadable' || row.outcome === 'gave_up';
    return settled && (row.detail ?? '') === '' ? row.outcome : null;
  },
};

function isErrorAlone(said: Record<string, unknown>): boolean {
  return Object.keys(said).every((key) => key === 'error' || key === 'errors');
}
