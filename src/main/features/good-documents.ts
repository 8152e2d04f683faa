import { contradictingFields } from '#shared/comparison/profile.ts';
import type { GoodDocuments, NotGood } from '#shared/ipc/documents.ts';
import { scoreWord } from '#shared/service/score.ts';
import { readKept } from '#shared/service/envelope.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { weighDocument } from '../workspace/result-summary.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Why a document may not be accepted unseen; null where it may. */
function notGood(workspace: Workspace, jobId: string): NotGood | null {
  const row = workspace.documents.get(jobId);
  if (row === null) return 'not_ready';
  if (row.decision !== null && row.decision.choice !== 'skip') return 'decided';
  if (!row.ready) return 'not_ready';
  const { scoreThreshold, envelope } = workspace.settings();
  if (row.score === null || scoreWord(row.score, scoreThreshold).word !== 'Good') return 'under';
  const latest = workspace.readings.latestBody('document', jobId);
  const result = latest === null ? null : readKept(documentResult, latest.body, envelope);
  if (result === null || result.validationIssues.length > 0) return 'unreadable';
  const { doubts, named } = weighDocument(result, jobId, workspace.settings().statusWords);
  if (doubts.length > 0 || !named) return 'unreadable';
  const profile = row.vendorId === null ? null : workspace.vendors.get(row.vendorId);
  if (profile === null) return 'no_profile';
  return contradictingFields(result, profile.profile.value).length === 0 ? null : 'differs';
}

/** Documents that can be accepted together: undecided, Good, fully readable, and matching the vendor's profile. */
export function goodDocuments(workspace: Workspace, jobIds: readonly string[]): GoodDocuments {
  const leftOut: GoodDocuments['leftOut'] = {
    decided: 0,
    not_ready: 0,
    under: 0,
    unreadable: 0,
    no_profile: 0,
    differs: 0,
  };
  const good: string[] = [];
  for (const jobId of new Set(jobIds)) {
    const reason = notGood(workspace, jobId);
    if (reason === null) good.push(jobId);
    else leftOut[reason] += 1;
  }
  return { jobIds: good, leftOut };
}
