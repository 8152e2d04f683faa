import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { ownNames } from '#shared/base/own-member.ts';
import { countText } from '#shared/base/pluralize.ts';
import { maxListed, weekMeasures, type Week, type WeekMeasure } from '#shared/ipc/week.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { ExportState, useExport } from '../../components/export-menu.tsx';
import { useFolded } from '../../components/long-text.tsx';
import { NotLoaded, Note } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { useLive } from '../../stores/live.ts';
import { changeQuery, useRoute, vendorsParent } from '../../stores/navigation.ts';
import { showDay } from '../../time.ts';
import styles from './week-screen.module.css';

const cls = bindClasses(styles);

const measures = ownNames(weekMeasures);
const few = 10;

/** What changed in seven days at each job site, compared with the seven before. */
export function WeekScreen() {
  const { query } = useRoute();
  const through = query['through'] ?? null;
  const site = query['site'] ?? null;
  const live = useLive('week.get', { through, site }, ['onboarding.changed'], 2000);
  const week = live.value;
  const exporting = useExport();
  const move = ({ through: last, today }: Week, days: number) => {
    const to = fromDayNumber(toDayNumber(last) + days);
    changeQuery({ through: to >= today ? null : to });
  };
  return (
    <Page>
      <PageHeader
        title="Week"
        subtitle={week === null ? undefined : `${showDay(week.from)} to ${showDay(week.through)}`}
        parent={vendorsParent}
        ruled
        actions={
          week === null ? undefined : (
            <>
              <Button icon={ChevronLeft} onPress={() => move(week, -7)}>
                Earlier
              </Button>
              <Button icon={ChevronRight} disabled={week.through >= week.today} onPress={() => move(week, 7)}>
                Later
              </Button>
              <Button
                icon={Download}
                pending={exporting.progress !== null}
                onPress={() => void exporting.run('exports.beginWeek', { through })}
              >
                Save as PDF
              </Button>
            </>
          )
        }
      />
      <PageBody>
        <div className={`${cls('week')} stack gap-16`}>
          <ExportState exporting={exporting} what="report" />
          {week === null ? (
            <NotLoaded title="The week couldn’t be loaded." of={live} />
          ) : (
            <>
              {week.countsSince === null ? null : (
                <Note>{`Changes are counted since ${showDay(week.countsSince)}. “–” means unknown.`}</Note>
              )}
              <Sites week={week} chosen={site} />
              <div className={`${cls('lists')} grid gap-16`}>
                {measures.map((measure) => (
                  <List key={measure} measure={measure} rows={week.lists[measure]} site={site} />
                ))}
              </div>
            </>
          )}
        </div>
      </PageBody>
    </Page>
  );
}

const showCount = (count: number | null) => (count === null ? '–' : countText(count));

function Sites({ week: { sites }, chosen }: { week: Week; chosen: string | null }) {
  return (
    <div className={cls('scroll')}>
      <table className={`${cls('table')} whole-width`}>
        <caption className="visually-hidden">Each figure with that of the week before</caption>
        <thead>
          <tr>
            <th scope="col">Job site</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {weekMeasures[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map(({ site, counts }) => (
            <tr key={site ?? ''} className={cls(site === chosen && 'chosen')}>
              <th scope="row">
                <LinkButton label={`Show ${site ?? 'all vendors'}`} onPress={() => changeQuery({ site })}>
                  {site ?? 'All vendors'}
                </LinkButton>
              </th>
              {measures.map((measure) => (
                <td key={measure} className="figures">
                  <strong>{showCount(counts[measure].now)}</strong>{' '}
                  <span className="faint-note unbroken">{`was ${showCount(counts[measure].before)}`}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListProps {
  measure: WeekMeasure;
  rows: Week['lists'][WeekMeasure];
  site: string | null;
}

function List({ measure, rows, site }: ListProps) {
  const { shown, fold } = useFolded(rows ?? [], few);
  return (
    <section>
      <h2 className="size-14 below-4">
        {weekMeasures[measure]}
        {site === null ? null : <span className="faint regular"> at {site}</span>}
      </h2>
      {shown.length === 0 ? <p className="faint">{rows === null ? '–' : 'None'}</p> : null}
      <ul>
        {shown.map(({ subject, name, day }) => (
          <li key={subject} className={`${cls('vendor')} row-baseline between gap-8`}>
            <span className="narrows breakable">
              <LinkButton to={{ screen: 'vendors', path: [subject] }}>{name}</LinkButton>
            </span>
            <span className="faint-note unbroken">{showDay(day)}</span>
          </li>
        ))}
      </ul>
      {fold === null ? null : <p>{fold}</p>}
      {rows === null || rows.length < maxListed ? null : (
        <p className="faint-note">{`Only the first ${maxListed} are listed.`}</p>
      )}
    </section>
  );
}
