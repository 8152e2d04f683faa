import { CircleCheck, CircleDashed, CircleX, FileText } from 'lucide-react';
import { filled } from '#shared/base/foreign-text.ts';
import type { ChecklistItem } from '#shared/service/vendor-invitation.ts';
import { cameAt, type ValidationIssue } from '#shared/service/reading.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame } from '../../components/as-it-came.tsx';
import { LongText, useFolded } from '../../components/long-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { OutsideLink, canOpenOutside } from '../../components/outside-link.tsx';
import { ServiceWord, Verbatim } from '../../components/service-word.tsx';
import { useStatusWords, useServiceAddress } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import styles from './invite-panel.module.css';
import { getMeaning, type StatusWords } from '#shared/settings/status.ts';

const cls = bindClasses(styles);

/** So many items of a long checklist are shown at first. */
const fewItems = 20;

/** The checklist of an invite's answer, problems first, with every message in the service's words. */
export function Checklist({
  items,
  validationIssues,
}: {
  items: readonly ChecklistItem[];
  /** What of the answer came in another form than described. */
  validationIssues: readonly ValidationIssue[];
}) {
  const words = useStatusWords();
  const positions = new Map(
    items.map((item, shown) => [item, cameAt(validationIssues, ['checklist'], shown)]),
  );
  const leftOut = validationIssues.filter(({ path }) => path.length === 2 && path[0] === 'checklist');
  const { shown, fold } = useFolded(problemsFirst(items, words), fewItems);
  return (
    <>
      <ul className={`${cls('checklist')} surface`}>
        {shown.map((item, index) => (
          <li key={`${item.documentId ?? ''} ${item.type ?? ''} ${index}`} className={`${cls('check')} grid`}>
            <ChecklistRow item={item} place={positions.get(item) ?? index} />
          </li>
        ))}
        {leftOut.map(({ path }) => (
          <li key={path.join(' ')} className={`${cls('check')} grid`}>
            <AsItCame path={path} />
          </li>
        ))}
      </ul>
      {fold}
    </>
  );
}

/** @param place where the item stood in the list that came */
function ChecklistRow({ item, place }: { item: ChecklistItem; place: number }) {
  const verdict = toVerdict(item.compliant);
  return (
    <>
      <span className={`${cls('checkIcon')} drop-2`} data-tone={verdict.tone}>
        <Icon of={verdict.icon} />
      </span>
      <p className="row-baseline wrap between columns-12">
        <span className={`${cls('checkType')} medium narrows breakable`}>
          <LongText>{filled(item.type) ?? 'Type not given'}</LongText>
        </span>
        <span className={`${cls('verdict')} note`} data-tone={verdict.tone}>
          <AsItCame path={['checklist', place, 'compliant']}>{verdict.word}</AsItCame>
        </span>
      </p>
      <p className="row-baseline wrap between columns-12">
        {filled(item.status) === null ? (
          <span className="faint-note">No status word</span>
        ) : (
          <ServiceWord word={item.status} />
        )}
        <DocumentLink item={item} />
      </p>
      <AddressAsText written={item.documentURL} />
      {(item.errorMessages ?? []).length === 0 ? null : (
        <ul className={cls('messages')}>
          {(item.errorMessages ?? []).map((message, index) => (
            <li key={`${index} ${message}`}>
              <Verbatim>{message}</Verbatim>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function toVerdict(compliant: boolean | null | undefined) {
  if (compliant === true) return { word: 'Compliant', tone: 'pos', icon: CircleCheck } as const;
  if (compliant === false) return { word: 'Not compliant', tone: 'neg', icon: CircleX } as const;
  return { word: 'Not provided', tone: 'neu', icon: CircleDashed } as const;
}

/** An address that may not be opened from here: only https may. */
function AddressAsText({ written }: { written: string | null | undefined }) {
  const url = useServiceAddress()(written);
  if (url === null || canOpenOutside(url)) return null;
  return (
    <p className="faint lines-18">
      <Verbatim>{written ?? url}</Verbatim>
    </p>
  );
}

function DocumentLink({ item: { documentURL, documentId } }: { item: ChecklistItem }) {
  const offline = useOffline();
  const url = useServiceAddress()(documentURL);
  const name = documentId == null ? 'Document' : `Document ${documentId}`;
  if (url === null) {
    return documentId == null ? (
      <span className="faint-note">No document</span>
    ) : (
      <span className="faint-note">{`${name}, no link`}</span>
    );
  }
  if (!canOpenOutside(url)) return <span className="faint-note">{name}</span>;
  return (
    <OutsideLink url={url} icon={false}>
      <span className={`${cls('linkWords')} inline-row medium`} title={offline ? 'Opens when online' : url}>
        <Icon of={FileText} size={14} />
        {offline ? `${name}, opens when online` : name}
      </span>
    </OutsideLink>
  );
}

/** The checklist with problems first, then unknown, then compliant; otherwise in the service's order. */
export function problemsFirst(items: readonly ChecklistItem[], words: StatusWords): ChecklistItem[] {
  const rank = (item: ChecklistItem): number => {
    if (item.compliant === false) return 0;
    const category = item.status == null ? 'not_recognised' : getMeaning(item.status, words).category;
    if ((item.errorMessages ?? []).length > 0 || category === 'problem') return 1;
    return item.compliant == null ? 2 : 3;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}

/** How many are compliant, of how many: "2 of 5 compliant". */
export function compliantCount(items: readonly ChecklistItem[]): string {
  return `${items.filter((item) => item.compliant === true).length} of ${items.length} compliant`;
}
