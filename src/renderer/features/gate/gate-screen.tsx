import { Download, Printer, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { countText, pluralize } from '#shared/base/pluralize.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import type { GateRow } from '#shared/ipc/gate.ts';
import { noStatusChip, statusChips } from '#shared/onboarding/labels.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { useFolded } from '../../components/long-text.tsx';
import { EmptyState, NotLoaded, Note } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { Chip } from '../../components/state-chip.tsx';
import { DateField, TextField } from '../../components/text-field.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useLive } from '../../stores/live.ts';
import { changeQuery, useRoute, vendorsParent } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useJudgingDay, useStart, useWorkspace } from '../../stores/session.ts';
import { useCondition } from '../../stores/sync.ts';
import { showDay } from '../../time.ts';
import styles from './gate-screen.module.css';

const cls = bindClasses(styles);

/** As the gate asks for them. */
const groups = [
  { chip: statusChips.blocked, has: ['blocked'] },
  { chip: statusChips.in_progress, has: ['in_progress'] },
  { chip: noStatusChip, has: [null] },
  { chip: statusChips.ready, has: ['expiring', 'ready'] },
] as const;

const changes = ['onboarding.changed'] as const;

/** Who may work at a job site on a day, in any width of the window. */
export function GateScreen() {
  const { query } = useRoute();
  const live = useLive('gate.get', { site: query['site'] ?? null }, changes, 500);
  const sheet = live.value;
  if (sheet === null || sheet.site === null)
    return (
      <Page>
        <PageHeader title="Gate sheet" parent={vendorsParent} passing={live.state.kind === 'loading'} ruled />
        <PageBody>
          <div className={`${cls('sheet')} stack gap-12`}>
            {sheet === null ? (
              <NotLoaded title="The gate sheet couldn’t be loaded." of={live} />
            ) : sheet.sites.length === 0 ? (
              <EmptyState title="No job sites yet.">
                A gate sheet lists the vendors whose profile names a job site. No profile on this computer
                names one.
              </EmptyState>
            ) : (
              <SitePick sheet={sheet} site={null} />
            )}
          </div>
        </PageBody>
      </Page>
    );
  return <Sheet sheet={sheet} site={sheet.site} />;
}

type SheetFacts = CallOutput<'gate.get'>;

function Sheet({ sheet, site }: { sheet: SheetFacts; site: string }) {
  const { query } = useRoute();
  const today = useJudgingDay();
  const chosen = query['day'] ?? today;
  const isPast = chosen < today;
  const day = chosen === today || isPast ? null : chosen;
  const search = (query['search'] ?? '').trim();
  const exporting = useExport();
  const [printing, setPrinting] = useState(false);
  const list = usePagedList<GateRow>(JSON.stringify([site, day, search]), {
    fetchPage: (after, limit) => call('gate.page', { site, day, search, after, limit }),
    rowId: ({ subject }) => subject,
    events: changes,
    newRows: 'join',
  });
  const { more, loadMore, loadingMore, loaded, total } = list;
  useEffect(() => {
    if (more && !loadingMore) loadMore();
  }, [more, loadMore, loadingMore, loaded]);
  const print = () => {
    // All rows have to be on the page before it is printed.
    flushSync(() => setPrinting(true));
    window.print();
    setPrinting(false);
  };
  return (
    <Page>
      <PageHeader
        title={site}
        parent={vendorsParent}
        ruled
        actions={
          <>
            <Button icon={Printer} disabled={more || isPast} onPress={print}>
              Print
            </Button>
            <Button
              icon={Download}
              pending={exporting.progress !== null}
              disabled={isPast}
              onPress={() => void exporting.run('exports.beginGateSheet', { site, day })}
            >
              Save as PDF
            </Button>
          </>
        }
      />
      <PageBody>
        <div className={`${cls('sheet')} stack gap-12`}>
          <Origin sheet={sheet} day={chosen} isAhead={day !== null} />
          <div className={`${cls('controls')} grid`} role="group" aria-label="Choose the sheet">
            <SitePick sheet={sheet} site={site} />
            <DateField
              label="Day"
              value={chosen}
              onChange={(value) => changeQuery({ day: value === '' || value === today ? null : value })}
              error={
                isPast ? 'Gangway keeps no gate sheets of past days. Choose today or a later date.' : null
              }
            />
            <div className="across">
              <TextField
                label="Search name, contact or company"
                type="search"
                icon={Search}
                maxLength={200}
                value={query['search'] ?? ''}
                onChange={(value) => changeQuery({ search: value === '' ? null : value }, true)}
              />
            </div>
          </div>
          <ExportState exporting={exporting} what="report" />
          {sheet.judging === 0 ? null : (
            <Note>{`Rechecking ${pluralize(sheet.judging, 'vendor')}. The sheet updates automatically.`}</Note>
          )}
          {isPast ? null : list.kind === 'loading' || list.error !== null ? (
            <NotLoaded title="The vendors couldn’t be loaded." of={list} />
          ) : list.rows.length === 0 ? (
            <EmptyState
              title={search === '' ? 'No vendors at this job site.' : `No vendor here matches “${search}”.`}
            >
              {search === ''
                ? 'No profile on this computer names it.'
                : 'Check the spelling, or clear the search.'}
            </EmptyState>
          ) : (
            <>
              {more ? <Note>{`Loading ${countText(loaded)} of ${pluralize(total, 'vendor')}.`}</Note> : null}
              {groups.map(({ chip, has }) => (
                <Group
                  key={chip.word}
                  chip={chip}
                  rows={list.rows.filter(({ answer }) => has.some((status) => status === answer.status))}
                  whole={printing}
                />
              ))}
            </>
          )}
          {sheet.withoutSite === 0 ? null : (
            <p className="faint-note">
              {`${pluralize(sheet.withoutSite, 'vendor lists', 'vendors list')} no job site and ${sheet.withoutSite === 1 ? 'is' : 'are'} on no gate sheet.`}
            </p>
          )}
        </div>
      </PageBody>
    </Page>
  );
}

/** The sites of all profiles; one that none of them names any more can still be shown. */
function SitePick({ sheet: { sites }, site }: { sheet: SheetFacts; site: string | null }) {
  const choices = sites.map((one) => ({ value: one.site, label: one.site }));
  const isKnown = site === null || sites.some((one) => one.site === site);
  return (
    <Select
      label="Job site"
      placeholder="Choose a job site"
      value={site}
      onChange={(chosen) => changeQuery({ site: chosen, search: null })}
      choices={isKnown ? choices : [{ value: site, label: site }, ...choices]}
    />
  );
}

/** The day and time of the sheet, and who printed it. */
function Origin({ sheet, day, isAhead }: { sheet: SheetFacts; day: string; isAhead: boolean }) {
  const condition = useCondition();
  const { name } = useWorkspace();
  const { settings, account } = useStart();
  return (
    <div className="quiet-note">
      <p className={cls('printed')}>
        {`Gate sheet, ${name}. Printed by ${settings.personName || (account ?? 'an unknown account')}`}
      </p>
      <p>
        {showDay(day)}
        {isAhead ? ', based on today’s records' : ''} · as of <TimeText at={sheet.asOf} />
        {condition.kind === 'offline' ? (
          <>
            {' · offline since '}
            <TimeText at={condition.since} />
          </>
        ) : condition.kind === 'working_offline' ? (
          ' · working offline'
        ) : null}
      </p>
      {sheet.oldestProfileAt === null ? null : (
        <p>
          Oldest profile fetched <TimeText at={sheet.oldestProfileAt} />
        </p>
      )}
    </div>
  );
}

const few = 100;

function Group({
  chip,
  rows,
  whole,
}: {
  chip: typeof noStatusChip;
  rows: readonly GateRow[];
  whole: boolean;
}) {
  const { shown, fold } = useFolded(rows, whole ? rows.length : few);
  if (rows.length === 0) return null;
  return (
    <section aria-label={chip.word}>
      <h2 className="below-4">
        <Chip chip={{ ...chip, word: `${chip.word} ${countText(rows.length)}` }} inLine="ground" />
      </h2>
      <ul>
        {shown.map(({ subject, name, contact, detail }) => (
          <li key={subject} className={`${cls('vendor')} ruled-below`}>
            <p className="row-baseline wrap gap-4-8">
              <span className="bold breakable">
                <LinkButton to={{ screen: 'vendors', path: [subject] }}>{name}</LinkButton>
              </span>
              {contact === null ? null : <span className="faint-note breakable">{contact}</span>}
            </p>
            <p className="quiet-note breakable">{detail}</p>
          </li>
        ))}
      </ul>
      {fold === null ? null : <p className="above-8">{fold}</p>}
    </section>
  );
}
