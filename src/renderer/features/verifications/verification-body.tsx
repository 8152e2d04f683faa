import { useRef, useState } from 'react';
import { comparisonMessage, compareLicenses } from '#shared/comparison/licenses.ts';
import { localDay } from '#shared/base/dates.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { verdictExplanation, toVerdict } from '#shared/verdict/license-verdict.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { toDoubt, reasonSentence, repeatSentence } from '#shared/words/sentences.ts';
import { bindClasses } from '../../class-names.ts';
import { WithValidationIssues } from '../../components/as-it-came.tsx';
import { Button } from '../../components/button.tsx';
import { EntryChoices } from '../../components/entry-choices.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { RefusalQuote } from '../../components/refusal-message.tsx';
import { useRowChip } from '../../components/state-chip.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { useDateRule, useWorkspace } from '../../stores/session.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { ResultPanel } from './result-panel.tsx';
import { Verdict } from './verdict.tsx';
import styles from './verification-page.module.css';

const cls = bindClasses(styles);

/** The parts of an open verification: verdict, comparison, what the service said, and the decisions. */
export function VerificationBody({
  detail,
  onChanged,
  onDecided,
}: {
  detail: VerificationDetail;
  onChanged: (detail: VerificationDetail) => void;
  /** A decision was made, so that the next one may come. */
  onDecided: () => void;
}) {
  const { settings } = useWorkspace();
  const verdict = toVerdict(detail, settings, localDay(new Date(useNow('minute'))));
  const [note, setNote] = useState('');
  /** Whether accepting was tried without the note that it needs. */
  const [noteAsked, setNoteAsked] = useState(false);
  const noteField = useRef<HTMLInputElement>(null);
  const result = detail.result?.value ?? null;
  const found = result?.response ?? null;
  const rows = compareLicenses(detail.submitted.data, found, useDateRule());
  const { answeredId } = detail;
  const waits = verdict === null || ['checking', 'by_hand', 'replaced'].includes(verdict.kind);
  const pending = found === null && waits;
  return (
    <WithValidationIssues validationIssues={detail.result?.validationIssues ?? []}>
      <div className={`${cls('body')} fills-column`}>
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
              isVerified={result?.isVerified}
              isMatch={found?.isMatch}
            />
          )}
          <Replaced detail={detail} />
          <ComparisonTable rows={rows} pending={pending} />
        </div>
        <aside className={`${cls('panel')} subtle scrolls fixed`} aria-label="Service answer and history">
          <ResultPanel
            detail={detail}
            pending={pending}
            note={{
              text: note,
              asked: noteAsked,
              field: noteField,
              onChange: setNote,
            }}
            onChanged={onChanged}
          />
        </aside>
      </div>
      <DecisionBar
        detail={detail}
        verdict={verdict}
        rows={answeredId === null ? rows : []}
        pending={pending}
        note={note}
        onNoteMissing={() => {
          setNoteAsked(true);
          noteField.current?.focus();
        }}
        onDecided={(next) => {
          setNote('');
          setNoteAsked(false);
          onChanged(next);
          onDecided();
        }}
      />
    </WithValidationIssues>
  );
}

/** Why it has not been sent, or is not known to be, and what can be done. */
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

/** Which check this one corrects, and which corrects this one. */
function Replaced({ detail }: { detail: VerificationDetail }) {
  const { replaces, replacedBy, newer } = detail;
  if (replaces === null && replacedBy === null && newer === null) return null;
  const link = (entryId: string, label: string, sentence: string) => (
    <MessageBlock
      tone="neu"
      slim
      actions={
        <Button size="small" onPress={() => navigate({ screen: 'verifications', path: [entryId] })}>
          {label}
        </Button>
      }
    >
      {sentence}
    </MessageBlock>
  );
  return (
    <div className={cls('message')}>
      {replacedBy === null
        ? null
        : link(replacedBy, 'Open the new one', 'This was corrected and submitted again.')}
      {newer === null || replacedBy !== null
        ? null
        : link(
            newer,
            'Open the newer one',
            'This license was verified again. The newer verification replaces this one.',
          )}
      {replaces === null
        ? null
        : link(replaces, 'Open the earlier one', 'This corrects an earlier verification.')}
    </div>
  );
}
