import {
  Search,
  Ban,
  Check,
  CircleQuestionMark,
  Clock,
  OctagonPause,
  OctagonX,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { lookUpOutcome, type LookUpJob, type LookUpRow, type LookUpOutcome } from '#shared/ipc/look-ups.ts';
import { lookUpLine, lookUpLabels } from '#shared/words/look-up-labels.ts';
import { call } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import type { Column } from '../../components/table-column.tsx';
import { EmptyState, LoadError, Problem, Note } from '../../components/message-block.tsx';
import { ExportMenu, ExportState, useExport } from '../../components/export-menu.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ProgressSegments, type Segment } from '../../components/progress-segments.tsx';
import { Verbatim } from '../../components/service-word.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAction } from '../../stores/action.ts';
import { navigate, vendorsParent } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { LookUpForm, LookUpWait, useLookUp } from './look-up-strip.tsx';
import { useNow, timeAhead } from '../../time.ts';

export function LookUpScreen() {
  const live = useLookUp();
  const { state, value: job, adopt } = live;
  const [again, setAgain] = useState(false);
  const asks = state.kind === 'ready' && (job === null || again);
  return (
    <Page>
      <PageHeader
        title="Look up many vendors"
        parent={vendorsParent}
        ruled
        actions={
          job !== null && job.endedAt !== null && !asks ? (
            <Button icon={Search} onPress={() => setAgain(true)}>
              Look up others
            </Button>
          ) : null
        }
      />
      <LoadError
        title="The lookup could not be read."
        of={live}
        within="stack fixed gap-12 ruled-below padded"
      />
      {asks ? (
        <LookUpForm
          onBegun={(begun) => {
            setAgain(false);
            adopt(begun);
          }}
        />
      ) : null}
      {job !== null && !asks ? <Progress key={job.id} job={job} onChanged={adopt} /> : null}
    </Page>
  );
}

function Said({ row }: { row: LookUpRow }) {
  const now = useNow('minute');
  const line = lookUpLine(row, now, (at) => timeAhead(at, now));
  return line === null ? null : <span title={line}>{line}</span>;
}

function getColumns(tryAgain: (row: LookUpRow) => void): readonly Column<LookUpRow>[] {
  return [
    {
      id: 'id',
      header: 'Vendor ID',
      width: 'minmax(120px, 1fr)',
      cell: (row) => <Verbatim>{row.vendorId}</Verbatim>,
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: '150px',
      cell: (row) => {
        const { icon, tone } = outcomeViews[row.outcome];
        return (
          <span className="inline-row gap-6" data-tone={tone}>
            <Icon of={icon} size={14} />
            {lookUpLabels[row.outcome]}
          </span>
        );
      },
    },
    {
      id: 'detail',
      header: 'Details',
      width: 'minmax(160px, 3fr)',
      cell: (row) => (row.detail === null && row.nextAt === null ? null : <Said row={row} />),
    },
    {
      id: 'at',
      header: 'When',
      width: '100px',
      cell: (row) => (row.at === null ? null : <TimeText at={row.at} />),
    },
    {
      id: 'again',
      header: '',
      width: '92px',
      cell: (row) =>
        triedAgain.includes(row.outcome) || row.nextAt !== null ? (
          <SmallButton onPress={() => tryAgain(row)}>Try again</SmallButton>
        ) : null,
    },
  ];
}

function AskedAgain({ job: { askedAgain, endedAt }, stop }: { job: LookUpJob; stop: ReactNode }) {
  const now = useNow('minute');
  if (askedAgain === null) return null;
  const { count, until } = askedAgain;
  const asked = count === 1 ? '1 not found yet is checked again' : `${count} not found yet are checked again`;
  return (
    <Note actions={endedAt === null ? null : stop}>
      {`${endedAt === null ? '' : 'Done. '}${asked} until ${timeAhead(until, now)}.`}
    </Note>
  );
}

const all = 'all';

function Progress({ job, onChanged }: { job: LookUpJob; onChanged: (job: LookUpJob) => void }) {
  const cancel = useAction('lookups.cancel');
  const again = useAction('lookups.tryAgain');
  const exporting = useExport();
  const [tab, setTab] = useState<string>(all);
  const outcome = lookUpOutcome.safeParse(tab).data ?? null;
  const list = usePagedList<LookUpRow>(`${job.id} ${tab}`, {
    fetchPage: (after, limit) => call('lookups.page', { after, limit, id: job.id, outcome }),
    rowId: (row) => row.id,
    events: ['lookups.changed'],
    newRows: 'join',
  });

  async function stop(): Promise<void> {
    const result = await cancel.run({ id: job.id });
    if (!result.ok) return;
    onChanged(result.value);
    list.reload();
  }

  const { run: tryAgain } = again;
  const columns = useMemo(
    () => getColumns((row) => void tryAgain({ id: job.id, rows: [row.id] })),
    [tryAgain, job.id],
  );
  const failed = sumUp(job, triedAgain);
  const problem = cancel.error ?? again.error;

  return (
    <>
      <div className="stack fixed gap-12 ruled-below padded">
        <div className="row between gap-16">
          <div>
            <h2 className="bold size-16 lines-22" role="status">
              {lookUpTitle(job)}
            </h2>
            <p className="faint">
              {job.kind === 'refresh' ? 'Refreshing older ones, started ' : 'Started '}
              <TimeText at={job.startedAt} form="detail" />
            </p>
          </div>
          <div className="row gap-8">
            <ExportMenu exporting={exporting} source={{ list: 'look-up', id: job.id, outcome }} />
            {failed === 0 ? null : (
              <Button pending={again.pending} onPress={() => void tryAgain({ id: job.id, rows: null })}>
                {failed === 1 ? 'Try it again' : `Try all ${failed} again`}
              </Button>
            )}
            {job.endedAt === null ? (
              <Button pending={cancel.pending} onPress={() => void stop()}>
                Cancel
              </Button>
            ) : null}
          </div>
        </div>
        <ProgressSegments
          segments={segments.map(([of, label, tone]) => ({
            id: label,
            label,
            tone,
            count: sumUp(job, of),
          }))}
        />
        <ExportState exporting={exporting} />
        {job.waitsFor === null ? null : (
          <Note live>
            <LookUpWait condition={job.waitsFor} />
          </Note>
        )}
        <AskedAgain
          job={job}
          stop={
            <SmallButton pending={cancel.pending} onPress={() => void stop()}>
              Stop checking
            </SmallButton>
          }
        />
        <Problem error={problem} />
      </div>
      <TabBar
        label="Vendors by outcome"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: all, label: 'All', count: job.total },
          ...lookUpOutcome.options
            .filter((one) => job.counts[one] > 0 || one === tab)
            .map((one) => ({ id: one, label: lookUpLabels[one], count: job.counts[one] })),
        ]}
      />
      <ListTable
        label="Vendors looked up"
        list={list}
        columns={columns}
        onOpen={(row) =>
          row.outcome === 'not_an_id' ? undefined : navigate({ screen: 'vendors', path: [row.vendorId] })
        }
        empty={<EmptyState title="None of them." />}
      />
    </>
  );
}

const outcomeViews: Record<LookUpOutcome, { icon: LucideIcon; tone: 'pos' | 'cau' | 'neg' | 'neu' }> = {
  waiting: { icon: Clock, tone: 'neu' },
  found: { icon: Check, tone: 'pos' },
  unknown: { icon: CircleQuestionMark, tone: 'cau' },
  not_an_id: { icon: TriangleAlert, tone: 'cau' },
  refused: { icon: OctagonX, tone: 'neg' },
  unreadable: { icon: OctagonX, tone: 'neg' },
  gave_up: { icon: OctagonPause, tone: 'neg' },
  cancelled: { icon: Ban, tone: 'neu' },
};

/** Outcomes that asking again may change. */
const triedAgain: readonly LookUpOutcome[] = ['unknown', 'refused', 'unreadable', 'gave_up'];

const sumUp = ({ counts }: LookUpJob, outcomes: readonly LookUpOutcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

const segments: readonly [LookUpOutcome[], label: string, tone: Segment['tone']][] = [
  [['found'], 'found', 'pos'],
  [['unknown'], 'not known', 'cau'],
  [['not_an_id'], 'not an ID', 'cau'],
  [['refused', 'unreadable', 'gave_up'], 'with a problem', 'neg'],
  [['cancelled'], 'canceled', 'neu'],
  [['waiting'], 'waiting', 'rest'],
];

function lookUpTitle(job: LookUpJob): string {
  const problems = sumUp(job, [...triedAgain, 'not_an_id']);
  const rest = problems === 0 ? '' : `, ${problems} not`;
  if (job.endedAt !== null) {
    const found = `${job.counts.found} of ${job.total} fetched${rest}`;
    return job.cancelled ? `Canceled: ${found}` : found;
  }
  return `${job.total - job.counts.waiting} of ${job.total} done${rest === '' ? '' : `${rest} fetched`}`;
}
