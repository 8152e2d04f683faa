import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#shared/base/tone.ts';
import type { HistoryItem } from '#shared/ipc/outbox.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { historyLine } from '#shared/words/sentences.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from './icon.tsx';
import { KeptAnswer } from './kept-answer.tsx';
import { stateIcons } from './state-chip.tsx';
import { TimeText } from './time-text.tsx';
import { LongText } from './long-text.tsx';
import styles from './timeline.module.css';

const cls = bindClasses(styles);

export interface TimelineItem {
  key: string;
  icon: LucideIcon;
  tone: Tone;
  title: ReactNode;
  at: number;
  body?: ReactNode;
}

export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map((item) => (
        <li key={item.key} className={`${cls('item')} relative gap-10 flex`}>
          <span className={`${cls('icon')} fixed`} data-tone={item.tone}>
            <Icon of={item.icon} size={14} />
          </span>
          <div className="grow">
            <p className="row-baseline between gap-12 medium">
              <span>{item.title}</span>
              <span className="faint-figure fixed regular">
                <TimeText at={item.at} form="detail" />
              </span>
            </p>
            {item.body == null ? null : <div className="quiet-note breakable">{item.body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The history of an entry as timeline items. Each answered attempt shows its answer. */
export function historyItems(
  history: readonly HistoryItem[],
  kind: EntryKind,
  entryId: string,
): TimelineItem[] {
  return history.map((item, index) => {
    const line = historyLine(item, kind);
    return {
      key: `entry ${history.length - index}`,
      icon: stateIcons[line.icon],
      tone: line.tone,
      title: line.title,
      at: item.at,
      body: <HistoryBody item={item} sentence={line.sentence} entryId={entryId} />,
    };
  });
}

interface HistoryBodyProps {
  item: HistoryItem;
  sentence: ReactNode;
  entryId: string;
}

function HistoryBody({ item: { attempt, answer }, sentence, entryId }: HistoryBodyProps) {
  return (
    <>
      {typeof sentence === 'string' ? <LongText>{sentence}</LongText> : sentence}
      {answer === undefined || attempt === null ? null : (
        <KeptAnswer answer={{ entryId, attempt }} facts={answer} title="The service’s answer" />
      )}
    </>
  );
}
