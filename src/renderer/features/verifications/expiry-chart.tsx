import { useRef, type KeyboardEvent } from 'react';
import type { CallOutput } from '#shared/ipc/contract.ts';
import type { ExpiryPart } from '#shared/ipc/expiry.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { bindClasses } from '../../class-names.ts';
import styles from './expiry-chart.module.css';
import { barLabel, partName } from './expiry-text.ts';

const cls = bindClasses(styles);

type Months = CallOutput<'expiry.months'>;

interface Bar {
  part: ExpiryPart;
  count: number;
}

function getBars({ overdue, months, later }: Months): Bar[] {
  return [
    { part: 'overdue', count: overdue },
    ...months.map(({ month, count }) => ({ part: month, count })),
    { part: 'later', count: later },
  ];
}

function getTone(index: number): 'gone' | 'soon' | null {
  if (index === 0) return 'gone';
  return index === 1 ? 'soon' : null;
}

/** Expirations by month: overdue, twelve months, later. A bar filters the list; again clears it. Arrows move. */
export function ExpiryChart({
  months,
  chosen,
  onChoose,
}: {
  months: Months;
  chosen: ExpiryPart | null;
  onChoose: (part: ExpiryPart | null) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  const bars = getBars(months);
  const highest = Math.max(...bars.map(({ count }) => count), 1);
  const reachable = Math.max(
    bars.findIndex(({ part }) => part === chosen),
    0,
  );

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = ownMember(
      { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 },
      event.key,
    );
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus();
  }

  return (
    <section className={`${cls('chart')} fixed ruled-below`}>
      <table className="visually-hidden">
        <caption>Licenses by expiration month</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Licenses</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ part, count }) => (
            <tr key={part}>
              <th scope="row">{partName(part)}</th>
              <td>{count.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div
        ref={group}
        role="toolbar"
        aria-label="List the licenses of a month"
        className={`${cls('bars')} gap-2`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {bars.map(({ part, count }, index) => {
          const { month, year, yearShown } = barLabel(part, index === 1);
          const pressed = part === chosen;
          const tone = count === 0 ? null : getTone(index);
          return (
            <button
              key={part}
              type="button"
              aria-pressed={pressed}
              tabIndex={index === reachable ? 0 : -1}
              className={`${cls('column', pressed && 'chosen', (index === 0 || part === 'later') && 'apart')} quiet`}
              onClick={() => onChoose(pressed ? null : part)}
            >
              <span className={`${cls('plot')} row to-end gap-2`}>
                <span className={`${cls('count', count === 0 && 'nothing', tone)} note figures`}>
                  {count.toLocaleString('en-US')}
                  <span className="visually-hidden">{count === 1 ? ' license, ' : ' licenses, '}</span>
                </span>
                <span
                  className={cls('bar', count === 0 && 'none', tone)}
                  style={{ height: count === 0 ? undefined : `${Math.max((count / highest) * 72, 3)}px` }}
                />
              </span>
              <span className={`${cls('month')} clipped small unbroken`}>{month}</span>
              <span className={yearShown ? cls('year') : 'visually-hidden'}>{year}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
