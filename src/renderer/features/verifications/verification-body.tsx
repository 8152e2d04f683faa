import { Check, CircleX, Minus } from 'lucide-react';
import { useState } from 'react';
import { localDay } from '#shared/base/dates.ts';
import {
  compareLicenses,
  comparisonMessage,
  dateNote,
  differencesFirst,
  type ComparisonRow,
} from '#shared/comparison/licenses.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import { toVerdict, verdictExplanation, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { reasonSentence, repeatSentence, toDoubt } from '#shared/words/sentences.ts';
import { bindClasses } from '../../class-names.ts';
import { AsItCame, WithValidationIssues, type Path } from '../../components/as-it-came.tsx';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import { DifferingText, VerdictMessage } from '../../components/differing-text.tsx';
import { EntryChoices } from '../../components/choice-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock, Note } from '../../components/message-block.tsx';
import { OutsideLink, webAddress } from '../../components/outside-link.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { stateIcons, useRowChip } from '../../components/state-chip.tsx';
import { Switch } from '../../components/toggles.tsx';
import { useNow } from '../../time.ts';
import { useDateRule, useWorkspace } from '../../stores/session.ts';
import comparisonTableStyles from './comparison-table.module.css';
import { DecisionBar, useDecisionNote } from './decision-bar.tsx';
import { ResultPanel } from './result-panel.tsx';
import verdictStyles from './verdict.module.css';
import styles from './verification-page.module.css';

const cls = bindClasses(styles);
const verdictCls = bindClasses(verdictStyles);
const comparisonTableCls = bindClasses(comparisonTableStyles);

interface VerificationBodyProps {
  detail: VerificationDetail;
  onChanged: (detail: VerificationDetail) => void;
  onDecided: () => void;
}

export function VerificationBody({ detail, onChanged, onDecided }: VerificationBodyProps) {
  const { settings } = useWorkspace();
  const verdict = toVerdict(detail, settings, localDay(new Date(useNow('minute'))));
  const note = useDecisionNote();
  const result = detail.result?.value ?? null;
  const found = result?.response ?? null;
  const rows = compareLicenses(detail.submitted.data, found, useDateRule());
  const { answeredId } = detail;
  const waits = verdict === null || ['checking', 'by_hand', 'replaced'].includes(verdict.kind);
  const pending = found === null && waits;
  return (
    <WithValidationIssues validationIssues={detail.result?.validationIssues ?? []}>
      <div className={`${cls('body')} fills-column flex`}>
        <div className={`${cls('main')} scrolls grow`}>
          {verdict === null ? (
            <Unsent detail={detail} />
          ) : verdict.kind === 'another_id' && answeredId !== null ? (
            <section aria-label="Result" className="padded">
              <MessageBlock tone="cau" title={`${verdict.headline}.`} quote={answeredId}>
                The answer may be for a different verification. Compare the details yourself before you
                decide.
              </MessageBlock>
            </section>
          ) : (
            <Verdict
              verdict={verdict}
              explanation={verdictExplanation(
                verdict,
                detail.differing === null ? null : comparisonMessage(rows),
              )}
              result={result}
            />
          )}
          <Replaced detail={detail} />
          <ComparisonTable rows={rows} pending={pending} />
        </div>
        <aside
          className={`${cls('panel')} subtle scrolls fixed edge-left`}
          aria-label="Service answer and history"
        >
          <ResultPanel detail={detail} pending={pending} note={note} onChanged={onChanged} />
        </aside>
      </div>
      <DecisionBar
        detail={detail}
        verdict={verdict}
        rows={answeredId === null ? rows : []}
        pending={pending}
        note={note}
        onDecided={(next) => {
          onChanged(next);
          onDecided();
        }}
      />
    </WithValidationIssues>
  );
}

function Unsent({ detail }: { detail: VerificationDetail }) {
  const chip = useRowChip(detail, 'verification');
  const { reason, state } = detail;
  const explains = reason !== null && ['in_doubt', 'rejected', 'dead', 'waiting'].includes(state);
  const tone = chip.tone === 'prog' ? 'neu' : chip.tone;
  const doubt = state === 'in_doubt' ? toDoubt(reason, 'verification') : null;
  const repeats = explains && state === 'waiting' ? ` ${repeatSentence(reason) ?? ''}` : '';
  return (
    <section aria-label="Status">
      <div className={cls('message')}>
        <MessageBlock tone={tone} title={doubt?.headline ?? `${chip.word}.`}>
          {doubt?.sentence ??
            (explains ? `${reasonSentence(reason, 'verification')}${repeats}` : chip.sentence)}
          {explains ? <RefusalQuote refusal={readRefusal(reason, 'verification')} /> : null}
        </MessageBlock>
      </div>
      {detail.replacedBy === null ? (
        <div className={`${cls('choices')} padded`}>
          <EntryChoices entry={detail} kind="verification" name={detail.licenseeName ?? 'the vendor'} />
        </div>
      ) : null}
    </section>
  );
}

function Replaced({ detail }: { detail: VerificationDetail }) {
  const { replaces, replacedBy, newer } = detail;
  if (replaces === null && replacedBy === null && newer === null) return null;
  const link = (entryId: string | null, label: string, sentence: string) =>
    entryId === null ? null : (
      <Note actions={<SmallButton to={{ screen: 'verifications', path: [entryId] }}>{label}</SmallButton>}>
        {sentence}
      </Note>
    );
  const verifiedAgain = 'This license was verified again. The newer verification replaces this one.';
  return (
    <div className={cls('message')}>
      {link(replacedBy, 'Open the new one', 'This was corrected and submitted again.')}
      {link(replacedBy === null ? newer : null, 'Open the newer one', verifiedAgain)}
      {link(replaces, 'Open the earlier one', 'This corrects an earlier verification.')}
    </div>
  );
}

interface VerdictProps {
  verdict: LicenseVerdict;
  explanation: string;
  result: VerificationResult | null;
}

function Verdict({ verdict, explanation, result }: VerdictProps) {
  const checking = verdict.kind === 'checking';
  const answer = (label: string, value: boolean | null | undefined, path: Path) => {
    // A "no" is not final while the service is still checking.
    const no = checking ? ([Minus, 'unsaid', 'Not yet'] as const) : ([CircleX, 'neg', 'No'] as const);
    const yes = [Check, 'pos', 'Yes'] as const;
    const [icon, tone, word] =
      value == null ? ([Minus, 'unsaid', 'Not provided'] as const) : value ? yes : no;
    return (
      <div>
        <dt className="faint-note">{label}</dt>
        <dd className={`${verdictCls('answer')} row gap-6 bold unbroken`} data-tone={tone}>
          <Icon of={icon} />
          <AsItCame path={path}>{word}</AsItCame>
        </dd>
      </div>
    );
  };
  return (
    <section className={`${verdictCls('verdict')} row-top gap-12 ruled-below padded`} aria-label="Result">
      <span className={verdictCls('icon')} data-tone={verdict.tone}>
        <Icon of={stateIcons[verdict.icon]} size={20} turning={checking} />
      </span>
      <div className={`${verdictCls('words')} grow`}>
        <h2 className="heading">{verdict.headline}</h2>
        <p className="quiet">{explanation}</p>
      </div>
      <dl className={`${verdictCls('answers')} flex`}>
        {answer('Verified', result?.isVerified, ['isVerified'])}
        {answer('Match', result?.response?.isMatch, ['response', 'isMatch'])}
      </dl>
    </section>
  );
}

function ComparisonTable({ rows, pending }: { rows: readonly ComparisonRow[]; pending: boolean }) {
  const [first, setFirst] = useState(true);
  const today = localDay(new Date(useNow('minute')));
  const [whole, setWhole] = useState(false);
  const inOrder = first ? differencesFirst(rows) : rows;
  const empty = rows.filter(({ verdict }) => verdict === 'neither').length;
  // One or two rows take no more room than the line in their place.
  const folds = empty > 2;
  const shown = folds && !whole ? inOrder.filter(({ verdict }) => verdict !== 'neither') : inOrder;
  return (
    <>
      <table
        className={`${comparisonTableCls('table')} whole-width`}
        aria-label="License details, as submitted and as found"
      >
        <thead>
          <tr>
            <th scope="col" className={comparisonTableCls('label')}>
              <span className="visually-hidden">Detail</span>
            </th>
            <th scope="col">As submitted</th>
            <th scope="col">As found</th>
            <th scope="col">
              {pending ? (
                <span className="visually-hidden">Comparison</span>
              ) : (
                <Switch checked={first} onChange={setFirst}>
                  Differences first
                </Switch>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.field} row={row} pending={pending} note={dateNote(row, today)} />
          ))}
          {folds ? (
            <tr className={comparisonTableCls('row')}>
              <td colSpan={4} className={comparisonTableCls('label')}>
                <LinkButton expanded={whole} onPress={() => setWhole(!whole)}>
                  {whole ? 'Hide blank details' : `${empty} blank details${pending ? ' so far' : ''}`}
                </LinkButton>
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <p className={`${comparisonTableCls('foot')} faint-note`}>
        “Same” ignores capitals, spaces and common short forms such as Ste or W. Dates are compared as days.
      </p>
    </>
  );
}

function Row({ row, pending, note }: { row: ComparisonRow; pending: boolean; note: string | null }) {
  const blank = pending && row.found.text === null;
  return (
    <tr
      aria-label={blank ? `${row.label}, ${row.submitted.text ?? 'not given'}` : row.spoken}
      className={comparisonTableCls('row', row.verdict === 'differs' && 'differs')}
    >
      <th scope="row" className={comparisonTableCls('label')}>
        {row.label}
      </th>
      <td>
        <SideText row={row} side="submitted" />
      </td>
      <td>
        {blank ? null : <SideText row={row} side="found" />}
        {note === null ? null : <p className="quiet-note">{note}</p>}
      </td>
      <td>{blank ? null : <VerdictMessage verdict={row.verdict} words={row.words} />}</td>
    </tr>
  );
}

function SideText({ row, side }: { row: ComparisonRow; side: 'submitted' | 'found' }) {
  const { text } = row[side];
  if (text === null) {
    return <span className="faint">{side === 'submitted' ? 'Not provided' : 'Not found'}</span>;
  }
  if (row.field === 'verifyingWebsite' && row.verdict !== 'differs') {
    return (
      <OutsideLink url={webAddress(text) ?? text} icon={false}>
        {text.replace(/^https:\/\//i, '')}
      </OutsideLink>
    );
  }
  return (
    <span title={row.kind === 'date' ? (row[side].raw ?? text) : text}>
      <DifferingText side={row[side]} />
    </span>
  );
}
