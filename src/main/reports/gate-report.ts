import { setImmediate as nextTurn } from 'node:timers/promises';
import { pluralize } from '#shared/base/pluralize.ts';
import { dayMs, fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import type { GateRow } from '#shared/ipc/gate.ts';
import { showPerson } from '#shared/onboarding/finding.ts';
import { answerChip, noStatusChip, statusChips } from '#shared/onboarding/labels.ts';
import type { OnboardingStatus } from '#shared/onboarding/judge-vendor.ts';
import { readGatePage } from '../workspace/gate-sheet.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { reportTimes, type TableReport } from './report.ts';

const slice = 100;

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** As on paper: first those that may work. */
const groups: readonly (readonly (OnboardingStatus | null)[])[] = [
  ['expiring', 'ready'],
  ['in_progress'],
  [null],
  ['blocked'],
];

function toWord(status: OnboardingStatus | null): string {
  if (status === 'ready' || status === 'expiring') return 'Yes';
  return (status === null ? noStatusChip : statusChips[status]).word;
}

/** The gate sheet of a job site, in slices so that nothing waits. @param day as 2027-03-31; null for today */
export async function buildGateReport(
  workspace: Workspace,
  site: string,
  day: string | null,
): Promise<TableReport> {
  const { clock, decisions, dispatcher, onboarding, standings } = workspace;
  const times = reportTimes();
  const today = fromDayNumber(onboarding.today());
  const on = day ?? today;
  const rows: GateRow[] = [];
  let after: string | null = null;
  do {
    const page = readGatePage(workspace, { site, day: on, search: '' }, after, slice);
    rows.push(...page.rows);
    after = page.next;
    await nextTurn();
  } while (after !== null);
  const now = clock.wall();
  const { condition } = dispatcher.status();
  const offline = condition.kind === 'offline' ? `, offline since ${times.detail(condition.since)}` : '';
  const oldest = standings.oldestProfile(site);
  const siteless = standings.countSiteless();
  const sorted = groups.flatMap((group) => rows.filter(({ answer }) => group.includes(answer.status)));
  const dayWords = longDay.format(toDayNumber(on) * dayMs);
  return {
    title: on === today ? 'Who may work today' : `Who may work on ${dayWords}`,
    subtitle: `${site} · ${dayWords}`,
    workspace: workspace.describe().name,
    madeAt: times.withZone(now),
    origin: [
      workspace.describe().name,
      `Printed ${times.detail(now)}${showPerson(decisions.person())}`,
      `Records as of ${times.detail(now)}${offline}`,
    ],
    tables: [
      {
        title: null,
        columns: [
          { label: 'Vendor', share: 0.31 },
          { label: 'Contact', share: 0.16 },
          { label: 'May work', share: 0.13 },
          { label: 'Until / why not', share: 0.4 },
        ],
        toned: 2,
        rows: sorted.map(({ name, contact, answer, detail }) => ({
          cells: [name, contact ?? '–', toWord(answer.status), detail],
          tone: answerChip(answer).tone,
        })),
        empty: 'No vendor’s profile names this job site.',
      },
    ],
    notes: [
      ...(on === today ? [] : ['Based on today’s records.']),
      ...(oldest === null ? [] : [`Oldest profile fetched ${times.detail(oldest)}.`]),
      ...(siteless === 0
        ? []
        : [
            `${pluralize(siteless, 'vendor lists', 'vendors list')} no job site and ${siteless === 1 ? 'is' : 'are'} on no gate sheet.`,
          ]),
    ],
  };
}
