import { useState } from 'react';
import { anotherId } from '#shared/another-id.ts';
import { anotherIdVerdict, compareLicenses, differingCount } from '#shared/comparison/licenses.ts';
import { resultVerdict } from '#shared/comparison/result-verdict.ts';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { readRefusal } from '#shared/refusal.ts';
import { doubtOf, reasonSentence, repeatSentence } from '#shared/sentences.ts';
import { submittedDetails } from '#shared/service/request-dates.ts';
import { meaningOf } from '#shared/status.ts';
import { classesOf } from '../../class-names.ts';
import { WithMisfits } from '../../components/as-it-came.tsx';
import { Button } from '../../components/button.tsx';
import { EntryChoices } from '../../components/entry-choices.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { RefusalQuote } from '../../components/refusal-words.tsx';
import { useRowChip } from '../../components/state-chip.tsx';
import { navigate } from '../../stores/navigation.ts';
import { useDateRule } from '../../stores/result-rules.ts';
import { useStatusWords } from '../../stores/session.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { ResultPanel } from './result-panel.tsx';
import { Verdict } from './verdict.tsx';
import styles from './verification-page.module.css';

const cls = classesOf(styles);

/** The parts of an open license check: verdict, comparison, what the service said, and the decisions. */
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
  const own = useStatusWords();
  const [note, setNote] = useState('');
  const result = detail.result?.value ?? null;
  const found = result?.response ?? null;
  const submitted = submittedDetails(result?.parameters, detail.submitted.data, detail.dateForm);
  const rows = compareLicenses(submitted, found, useDateRule());
  const sent = detail.state === 'accepted';
  const final = result?.status != null && meaningOf(result.status, own).final;
  const answeredId = anotherId(detail.requestId, result?.id);
  const pending = found === null && !final && answeredId === null;
  return (
    <WithMisfits misfits={detail.result?.misfits ?? []}>
      <div className={cls('body')}>
        <div className={cls('main')}>
          {sent && !detail.markedByPerson ? (
            answeredId === null ? (
              <Verdict
                verdict={pending || result === null ? null : resultVerdict(rows, result, own)}
                isVerified={result?.isVerified}
                isMatch={found?.isMatch}
              />
            ) : (
              <OtherAnswer id={answeredId} />
            )
          ) : (
            <Unsent detail={detail} />
          )}
          <Replaced detail={detail} />
          <ComparisonTable rows={rows} pending={pending} />
        </div>
        <aside className={cls('panel')} aria-label="What the service said and what happened">
          <ResultPanel detail={detail} pending={pending} note={note} onNote={setNote} onChanged={onChanged} />
        </aside>
      </div>
      <DecisionBar
        detail={{ ...detail, answeredId }}
        rows={answeredId === null ? rows : []}
        differing={answeredId === null ? differingCount(rows) : 0}
        pending={pending}
        note={note}
        onDecided={(next) => {
          setNote('');
          onChanged(next);
          onDecided();
        }}
      />
    </WithMisfits>
  );
}

/** Nothing is concluded from an answer that carries another ID; what it says stands beside the comparison. */
function OtherAnswer({ id }: { id: string }) {
  return (
    <section aria-label="Result" className={cls('answer')}>
      <MessageBlock tone="cau" title={`${anotherIdVerdict.title}.`} quote={id}>
        {anotherIdVerdict.explanation}
      </MessageBlock>
    </section>
  );
}

/** Why it has not been sent, or is not known to be, and what can be done. */
function Unsent({ detail }: { detail: VerificationDetail }) {
  const chip = useRowChip(detail, 'verification');
  const { reason, state } = detail;
  const explains = reason !== null && ['in_doubt', 'rejected', 'dead', 'waiting'].includes(state);
  const tone = chip.tone === 'prog' ? 'neu' : chip.tone;
  const doubt = state === 'in_doubt' ? doubtOf(reason, 'verification') : null;
  const repeats = explains && state === 'waiting' ? ` ${repeatSentence(reason) ?? ''}` : '';
  return (
    <section aria-label="Where it stands">
      <div className={cls('message')}>
        <MessageBlock tone={tone} title={doubt?.headline ?? `${chip.word}.`}>
          {doubt?.sentence ??
            (explains ? `${reasonSentence(reason, 'verification')}${repeats}` : chip.sentence)}
          {explains ? <RefusalQuote refusal={readRefusal(reason, 'verification')} /> : null}
        </MessageBlock>
      </div>
      {detail.replacedBy === null ? (
        <div className={cls('choices')}>
          <EntryChoices entry={detail} kind="verification" name={detail.licenseeName ?? 'the vendor'} />
        </div>
      ) : null}
    </section>
  );
}

/** Which check this one corrects, and which corrects this one. */
function Replaced({ detail }: { detail: VerificationDetail }) {
  const { replaces, replacedBy } = detail;
  const open = (id: string) => navigate({ screen: 'verifications', path: [id] });
  if (replaces === null && replacedBy === null) return null;
  return (
    <div className={cls('message')}>
      {replacedBy === null ? null : (
        <MessageBlock
          tone="neu"
          slim
          actions={
            <Button size="small" onPress={() => open(replacedBy)}>
              Open the new one
            </Button>
          }
        >
          This was corrected and submitted again.
        </MessageBlock>
      )}
      {replaces === null ? null : (
        <MessageBlock
          tone="neu"
          slim
          actions={
            <Button size="small" onPress={() => open(replaces)}>
              Open the earlier one
            </Button>
          }
        >
          This corrects an earlier verification.
        </MessageBlock>
      )}
    </div>
  );
}
