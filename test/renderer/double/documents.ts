import type { DocumentRow } from '#shared/ipc/documents.ts';
import { at, idOf, ok, pageFrom, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

const sketches: [title: string, type: string, score: number | null, time: string, daysAgo: number][] = [
  ['Brightwater Plumbing & Drain', 'W-9', 41, '08:12', 0],
  ['Stonebridge Masonry', 'W-9', 48, '15:40', 1],
  ['Kestrel Roofing Co.', 'Insurance', 55, '14:02', 1],
  ['Alder & Pine Landscaping', 'Licence copy', 63, '10:00', 3],
  ['Tidewater HVAC Services', 'W-9', 74, '12:20', 0],
  ['Copperline Elevator', 'Insurance', 81, '11:15', 0],
  ['Quayside Painting', 'W-9', 88, '17:00', 1],
  ['Meridian Glass & Door', 'W-9', 93, '09:00', 3],
  ['Larkspur Janitorial', 'W-9', 96, '09:00', 4],
  ['Northgate Electric LLC', 'W-9', null, '14:10', 0],
];

/** The documents of the mockups. */
export const documentRows: DocumentRow[] = sketches.map(
  ([title, documentType, score, time, daysAgo], index) => ({
    jobId: idOf(4, index + 1),
    title,
    documentType,
    status: score === null ? 'in_progress' : 'completed',
    processingStep: score === null ? 'text_extraction' : null,
    overallScore: score,
    score,
    vendorId: null,
    addedAt: at(time, daysAgo),
    fetchedAt: at(time, daysAgo),
    watch:
      score === null
        ? { kind: 'watching', checks: 2, nextAt: at('14:40'), lastAt: at('14:10'), problem: null }
        : { kind: 'settled', checks: 2, nextAt: null, lastAt: at(time, daysAgo), problem: null },
    decision: null,
  }),
);

/** Documents to review. */
export function documentsDouble(situation: Situation): Handlers {
  const rows = situation === 'empty' ? [] : documentRows;
  const groupOf = (row: DocumentRow) => (row.score === null ? 'not_ready' : 'to_review');
  return {
    'documents.page': (request) =>
      pageFrom(
        rows.filter((row) => request.group == null || groupOf(row) === request.group),
        request,
      ),
    'documents.counts': () =>
      ok({
        to_review: rows.filter((row) => row.score !== null).length,
        not_ready: rows.filter((row) => row.score === null).length,
        decided: 0,
        under_threshold: rows.filter((row) => row.score !== null && row.score < 70).length,
      }),
  };
}
