import { rowChip, type RowChip } from '#shared/words/chip.ts';
import { resultChip } from '#shared/words/result-chip.ts';
import { localDay } from '#shared/base/dates.ts';
import type { OpenWorkspace } from '#shared/ipc/app.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import type { InviteDetail } from '#shared/ipc/invites.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import type { QueueCondition } from '#shared/outbox/outbox.ts';
import { readRefusal, refusalText } from '#shared/outbox/refusal.ts';
import {
  historyLine,
  reasonBrief,
  reasonSentence,
  repeatSentence,
  type HistoryLine,
} from '#shared/words/sentences.ts';
import type { App } from './app.ts';
import type { Handed } from './ledger.ts';

/** One entry as a person sees it: its chip, its sentences, its history and what stands behind them. */
export interface EntryView {
  detail: InviteDetail | VerificationDetail;
  verification: VerificationDetail | null;
  chip: RowChip;
  /** The chip of its result, where that says more. */
  result: RowChip | null;
  /** What its page says of the result, where there is one. */
  headline: LicenseVerdict | null;
  reason: { brief: string; sentence: string; repeats: string | null; words: string | null } | null;
  history: HistoryLine[];
  condition: QueueCondition;
}

/** Fetches an entry as the screens do and puts it into their words. */
export async function getView(app: App, { entryId, kind }: Handed): Promise<EntryView> {
  const { condition } = await app.ask('outbox.status', null);
  const { settings } = await getWorkspace(app);
  if (kind === 'invite') {
    const detail = await app.ask('invites.get', { entryId });
    return { ...inWords(detail, kind, detail.settled, condition), detail, ...noResult };
  }
  const detail = await app.ask('verifications.get', { entryId });
  const settled = detail.watch?.kind === 'settled';
  const today = localDay(new Date());
  const result = resultChip(detail, settings, today);
  const headline = detail.result === null ? null : toVerdict(detail, settings, today);
  return { ...inWords(detail, kind, settled, condition), detail, verification: detail, result, headline };
}

const noResult = { verification: null, result: null, headline: null };

function inWords(
  detail: InviteDetail | VerificationDetail,
  kind: Handed['kind'],
  settled: boolean,
  condition: QueueCondition,
): Pick<EntryView, 'chip' | 'reason' | 'history' | 'condition'> {
  const { reason } = detail;
  return {
    chip: rowChip({ ...detail, kind }, condition, {
      settled,
      time: (at) => new Date(at).toISOString(),
      due: false,
    }),
    reason:
      reason === null
        ? null
        : {
            brief: reasonBrief(reason, kind),
            sentence: reasonSentence(reason, kind),
            repeats: detail.state === 'waiting' ? repeatSentence(reason) : null,
            words: refusalText(readRefusal(reason, kind)),
          },
    history: detail.history.map((item) => historyLine(item, kind)),
    condition,
  };
}

/** All sentences on an entry's present state; what its history says of earlier ones is apart. */
export function getSentences({ chip, result, reason }: EntryView): string {
  const why = [reason?.brief, reason?.sentence, reason?.repeats];
  const parts = [chip.word, chip.sentence, result?.word, result?.sentence, ...why];
  return parts.filter((part) => part != null).join(' | ');
}

export async function getWorkspace(app: App): Promise<OpenWorkspace> {
  const { workspace } = await app.ask('app.start', null);
  if (workspace === null) throw new Error('No workspace is open.');
  return workspace;
}

export function findDocument(app: App, jobId: string): Promise<DocumentDetail> {
  return app.ask('documents.get', { jobId });
}

interface Page<T> {
  rows: T[];
  next: string | null;
  total: number;
}

/** All rows of a list, page by page, and what it says their number is. */
export async function allRows<T>(
  page: (after: string | null) => Promise<Page<T>>,
): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  let after: string | null = null;
  for (;;) {
    const { rows: more, next, total } = await page(after);
    rows.push(...more);
    if (next === null) return { rows, total };
    after = next;
  }
}
