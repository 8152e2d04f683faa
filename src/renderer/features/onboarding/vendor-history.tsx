import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { ownNames } from '#shared/base/own-member.ts';
import { historyKinds, type HistoryKind, type VendorHistoryLine } from '#shared/ipc/history.ts';
import { call } from '../../bridge.ts';
import { LinkButton } from '../../components/button.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { LongText } from '../../components/long-text.tsx';
import { Menu } from '../../components/menu.tsx';
import { LoadError } from '../../components/message-block.tsx';
import { byWhom, TimeText, useOwnNames } from '../../components/time-text.tsx';
import { usePagedList } from '../../stores/paged-list.ts';

const fewLines = 8;
const choices: readonly (HistoryKind | null)[] = [null, ...ownNames(historyKinds)];

/** What happened with a vendor on one line of time, newest first. */
export function VendorHistory({ subject }: { subject: string }) {
  const [kind, setKind] = useState<HistoryKind | null>(null);
  const [whole, setWhole] = useState(false);
  const exporting = useExport();
  const list = usePagedList<VendorHistoryLine>(`${subject} ${kind}`, {
    async fetchPage(after, limit) {
      const page = await call('history.page', { subject, kind, after, limit });
      return page.ok ? { ok: true, value: { ...page.value, total: 0 } } : page;
    },
    rowId: ({ id }) => id,
    events: ['onboarding.changed', 'entries.changed', 'documents.changed', 'vendors.changed'],
    newRows: 'join',
    pageSize: 50,
  });
  const shown = whole ? list.rows : list.rows.slice(0, fewLines);
  const isMore = whole ? list.more : list.more || list.rows.length > fewLines;
  return (
    <div>
      <div className="row between gap-8 below-6">
        <h2 className="size-13">History</h2>
        <Menu
          label="Choose what the history shows"
          button={{
            size: 'small',
            variant: 'quiet',
            icon: ListFilter,
            children: kind === null ? 'All' : historyKinds[kind],
          }}
          choices={[
            ...choices.map((one) => ({
              id: one ?? 'all',
              label: one === null ? 'All' : historyKinds[one],
              current: one === kind,
              onChoose: () => setKind(one),
            })),
            ...exportChoices(exporting, { list: 'history', subject, kind }, true),
          ]}
        />
      </div>
      <ExportState exporting={exporting} />
      {list.error !== null ? (
        <LoadError small title="The history couldn’t be loaded." of={list} />
      ) : list.kind === 'ready' && shown.length === 0 ? (
        <p className="faint">Nothing yet</p>
      ) : (
        <ul className="stack gap-8">
          {shown.map((line) => (
            <HistoryLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {isMore ? (
        <p className="above-8">
          <LinkButton
            size="small"
            pending={list.loadingMore}
            onPress={() => (whole ? list.loadMore() : setWhole(true))}
          >
            Show older
          </LinkButton>
        </p>
      ) : null}
    </div>
  );
}

function HistoryLine({ line: { at, title, text, isLetter, by, kind } }: { line: VendorHistoryLine }) {
  const own = useOwnNames();
  const [read, setRead] = useState(false);
  return (
    <li className="grid label-72 gap-2-8" data-kind={kind}>
      <span className="faint-note">
        <TimeText at={at} />
      </span>
      <div className="narrows breakable">
        <p>
          {title}
          {by === null ? null : <span className="faint-note">{byWhom(by, own)}</span>}{' '}
          {isLetter ? (
            <LinkButton
              size="small"
              expanded={read}
              label={`${read ? 'Hide' : 'Show'} letter`}
              onPress={() => setRead(!read)}
            >
              text
            </LinkButton>
          ) : null}
        </p>
        {text !== null && (read || !isLetter) ? (
          <p className="preserved quiet-note">
            <LongText>{text}</LongText>
          </p>
        ) : null}
      </div>
    </li>
  );
}
