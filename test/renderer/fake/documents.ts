import { documentFilter, type DocumentDetail, type DocumentRow } from '#shared/ipc/documents.ts';
import { scoreWord } from '#shared/score.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readResource } from '#shared/service/reading.ts';
import { at, fail, toId, ok, pageFrom, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

const sketches: [title: string, type: string, score: number | null, time: string, daysAgo: number][] = [
  ['Brightwater Plumbing & Drain', 'W-9', 41, '08:12', 0],
  ['Stonebridge Masonry', 'W-9', 48, '15:40', 1],
  ['Kestrel Roofing Co.', 'Insurance', 55, '14:02', 1],
  ['Alder & Pine Landscaping', 'License copy', 63, '10:00', 3],
  ['Tidewater HVAC Services', 'W-9', 74, '12:20', 0],
  ['Copperline Elevator', 'Insurance', 81, '11:15', 0],
  ['Quayside Painting', 'Agreement', 88, '17:00', 1],
  ['Meridian Glass & Door', 'W-9', 93, '09:00', 3],
  ['Larkspur Janitorial', 'W-9', 96, '09:00', 4],
  ['Northgate Electric LLC', 'W-9', null, '14:10', 0],
];

/** The documents of the mockups. */
export const documentRows: DocumentRow[] = sketches.map(
  ([title, documentType, score, time, daysAgo], index) => ({
    jobId: toId(4, index + 1),
    title,
    documentType,
    status: score === null ? 'in_progress' : 'completed',
    processingStep: score === null ? 'text_extraction' : null,
    overallScore: score,
    score,
    ready: score !== null,
    vendorId: index === 0 ? '48213' : null,
    addedAt: at(time, daysAgo),
    fetchedAt: at(time, daysAgo),
    watch:
      score === null
        ? { kind: 'watching', checks: 2, nextAt: at('14:40'), lastAt: at('14:10'), problem: null }
        : { kind: 'settled', checks: 2, nextAt: null, lastAt: at(time, daysAgo), problem: null },
    decision: null,
  }),
);

const samples: Record<string, { address: string; contentType: string }> = {
  'Brightwater Plumbing & Drain': {
    address: new URL('../../../src/practice/samples/brightwater-w9.jpg', import.meta.url).href,
    contentType: 'image/jpeg',
  },
  'Stonebridge Masonry': {
    address: new URL('../../../src/practice/samples/stonebridge-w9.jpg', import.meta.url).href,
    contentType: 'image/jpeg',
  },
  'Quayside Painting': {
    address: new URL('../../../src/practice/samples/quayside-agreement.pdf', import.meta.url).href,
    contentType: 'application/pdf',
  },
};

function rawResult(row: DocumentRow) {
  const { score } = row;
  if (score === null) {
    return {
      id: row.jobId,
      status: row.status,
      processingStep: row.processingStep,
      documentType: row.documentType,
    };
  }
  return {
    id: row.jobId,
    accountId: 'acc-7731',
    fileUrl: `https://harborlane.example.com/files/${row.jobId}.jpg`,
    processingStep: 'done',
    status: row.status,
    confidence: Math.min(99, score + 13),
    documentType: row.documentType,
    qualityDetails: {
      feedback:
        'Image out of focus toward the bottom edge. Page turned about 2 degrees. Retake flat, in even light.',
      overallScore: score,
      scoreBreakdown: {
        sharpness: score - 9,
        readability: score - 3,
        textQuality: score + 4,
        skewAndAlignment: Math.min(100, score + 20),
      },
    },
    data: {
      isSigned: true,
      otherBox: false,
      dateSigned: '2026-05-28',
      addressStreet: '2210 Embarcadero West, Ste 4',
      addressCityStateZip: 'Oakland, CA 94601',
      nameOfEntityIndividual:
        row.title === 'Brightwater Plumbing & Drain' ? 'Brightwater Plumbing & Drain LLC' : row.title,
      federalTaxClassification: ['LLC', 'S corporation'],
      employerIdentificationNumber: 4417,
    },
    updatedAt: new Date(row.fetchedAt ?? row.addedAt).toISOString(),
    createdAt: new Date(row.addedAt - 240_000).toISOString(),
  };
}

/** Everything about a document. */
export function toDocumentDetail(row: DocumentRow): DocumentDetail {
  const sample = row.title === null ? undefined : samples[row.title];
  return {
    ...row,
    result: readResource(documentResult, rawResult(row)),
    resultBody: JSON.stringify(rawResult(row)),
    scale: 'zero_to_hundred',
    decisions: row.decision === null ? [] : [row.decision],
    file:
      sample === undefined
        ? { kind: row.score === null ? 'none' : 'not_kept' }
        : { kind: 'kept', ...sample, bytes: 55_861, keptAt: row.addedAt, localName: null },
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a document fits what the list is narrowed to, other than by a search. */
function fits(
  row: DocumentRow,
  request: { underThreshold?: boolean | undefined; filter?: unknown },
  toReview: boolean,
): boolean {
  const { status, score, olderThanDays, withinDays, decision } = documentFilter.parse(request.filter ?? {});
  return (
    (request.underThreshold !== true || (toReview && (row.score ?? 0) < 70)) &&
    (status === null || (row.status ?? '').toLowerCase() === status.toLowerCase()) &&
    (score === null || (row.score === null ? 'none' : scoreWord(row.score, 70).word) === score) &&
    (olderThanDays === null || row.addedAt < Date.now() - olderThanDays * dayMs) &&
    (withinDays === null || row.addedAt >= Date.now() - withinDays * dayMs) &&
    (decision === null || (row.decision?.choice ?? 'none') === decision)
  );
}

/** Documents to review. Keeps what is decided, for as long as the page is open. */
export function fakeDocuments(situation: Situation, emit: Emit): Handlers {
  let rows = situation === 'empty' ? [] : documentRows;
  const localNames = new Map<string, string>();
  let copy: { jobId: string; name: string } | null = null;
  let usage = { fetched: { files: 212, bytes: 187_204_318 }, local: { files: 2, bytes: 1_204_318 } };
  const getGroup = (row: DocumentRow) =>
    row.decision !== null && row.decision.choice !== 'skip'
      ? 'decided'
      : row.ready
        ? 'to_review'
        : 'not_ready';
  const getDetail = (jobId: string) => {
    const row = rows.find((one) => one.jobId === jobId);
    if (row === undefined) return fail('not_found', 'It is not here.');
    const detail = toDocumentDetail(row);
    const localName = localNames.get(jobId) ?? null;
    return ok(
      detail.file.kind === 'kept' && localName !== null
        ? { ...detail, file: { ...detail.file, localName } }
        : detail,
    );
  };
  const change = (jobId: string, part: Partial<DocumentRow>) => {
    rows = rows.map((row) => (row.jobId === jobId ? { ...row, ...part } : row));
    emit('documents.changed', { ids: [jobId] });
    return getDetail(jobId);
  };
  return {
    'documents.page': (request) =>
      pageFrom(
        rows.filter(
          (row) =>
            (request.group == null || getGroup(row) === request.group) &&
            fits(row, request, getGroup(row) === 'to_review'),
        ),
        request,
      ),
    'documents.counts': (request) => {
      const found = rows.filter((row) => fits(row, request, getGroup(row) === 'to_review'));
      const count = (group: string) => found.filter((row) => getGroup(row) === group).length;
      return ok({
        to_review: count('to_review'),
        not_ready: count('not_ready'),
        decided: count('decided'),
        under_threshold: found.filter((row) => getGroup(row) === 'to_review' && (row.score ?? 0) < 70).length,
      });
    },
    'documents.facets': () => {
      const words = new Map<string, number>();
      for (const { status } of rows) words.set(status ?? '', (words.get(status ?? '') ?? 0) + 1);
      const statuses = [...words].map(([value, count]) => ({ value, label: value, count }));
      return ok({ all: rows.length, statuses });
    },
    'documents.get': ({ jobId }) => getDetail(jobId),
    'documents.checkNow': ({ jobId }) => getDetail(jobId),
    'documents.fetchFile': () => fail('unreachable', 'Could not reach the service.'),
    'documents.localCopyBegin': ({ jobId, name }) => {
      copy = { jobId, name };
      return ok({ copyId: toId(9, 1) });
    },
    'documents.localCopyAppend': () => ok(null),
    'documents.localCopyFinish': () => {
      if (copy === null) return fail('not_found', 'The file is no longer available. Choose it again.');
      localNames.set(copy.jobId, copy.name);
      return change(copy.jobId, {});
    },
    'documents.removeLocalCopy': ({ jobId }) => {
      copy = { jobId, name: localNames.get(jobId) ?? '' };
      localNames.delete(jobId);
      return change(jobId, {});
    },
    'documents.restoreLocalCopy': ({ jobId }) => {
      if (copy?.jobId === jobId) localNames.set(jobId, copy.name);
      return change(jobId, {});
    },
    'documents.pictureUsage': () => ok(usage),
    'documents.clearPictures': () => {
      usage = { ...usage, fetched: { files: 0, bytes: 0 } };
      return ok(usage);
    },
    'documents.decide': ({ jobId, choice, note }) => {
      return change(jobId, { decision: { choice, note, at: Date.now(), by: 'dana' } });
    },
    'documents.undoDecision': ({ jobId }) =>
      rows.some((row) => row.jobId === jobId && row.decision !== null)
        ? change(jobId, { decision: null })
        : fail('too_late', 'There is no decision on this document to undo any more.'),
    'documents.assignVendor': ({ jobId, vendorId }) => change(jobId, { vendorId }),
    'documents.assignVendors': ({ jobIds, vendorId }) => {
      const before = rows.filter((row) => jobIds.includes(row.jobId)).map((row) => ({ ...row }));
      for (const jobId of jobIds) change(jobId, { vendorId });
      return ok({
        assigned: jobIds.length,
        before: before.map(({ jobId, vendorId: was }) => ({ jobId, vendorId: was })),
      });
    },
    'documents.restoreVendors': ({ before }) => {
      for (const { jobId, vendorId } of before) change(jobId, { vendorId });
      return ok({ restored: before.length });
    },
    'documents.add': ({ ids, vendorId, getVendor = {} }) =>
      ok(
        ids.map((id) => {
          if (!/^[0-9a-f-]{36}$/i.test(id)) return { id, outcome: 'not_a_job_id' as const };
          const known = rows.find((row) => row.jobId === id.toLowerCase());
          const vendor = getVendor[id.toLowerCase()] ?? vendorId;
          if (known === undefined) return { id, outcome: 'added' as const };
          if (vendor === null || known.vendorId === vendor) return { id, outcome: 'known' as const };
          change(known.jobId, { vendorId: vendor });
          return { id, outcome: 'assigned' as const };
        }),
      ),
  };
}
