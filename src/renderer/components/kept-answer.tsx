import { Download } from 'lucide-react';
import type { AnswerRef, ReadQuestion, KeptAnswerFacts } from '#shared/ipc/answers.ts';
import type { EntryAnswer } from '#shared/ipc/outbox.ts';
import { useExport } from '../stores/export-file.ts';
import { useLive, type Dependency } from '../stores/live.ts';
import { SmallButton } from './button.tsx';
import type { Hide } from './json-layout.ts';
import { MessageBlock, LoadError, Problem } from './message-block.tsx';
import { Disclosure, RawRecord, RecordText } from './raw-record.tsx';
import { TimeText } from './time-text.tsx';

const bytesText = (bytes: number): string =>
  bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en-US')} bytes`;

const factsText = ({ status, contentType, size }: KeptAnswerFacts): string =>
  [String(status), contentType, bytesText(size)].filter((part) => part !== null).join(' · ');

function SaveAnswer({ answer }: { answer: AnswerRef }) {
  const saving = useExport();
  return (
    <>
      <SmallButton
        icon={Download}
        pending={saving.progress !== null}
        onPress={() => void saving.run('exports.beginAnswer', { answer })}
      >
        Save as received
      </SmallButton>
      <Problem title="The answer could not be saved." error={saving.error} />
    </>
  );
}

function UnreadableAnswer({ answer, bytes }: { answer: AnswerRef; bytes: number }) {
  return (
    <MessageBlock
      tone="cau"
      title="The service’s answer cannot be read as text."
      actions={<SaveAnswer answer={answer} />}
    >
      {`It is kept as received, ${bytesText(bytes)}.`}
    </MessageBlock>
  );
}

/** The answer that accepted an entry or put it in doubt, as received. */
export function AnswerRecord({
  entryId,
  answer: { attempt, body, bytesKept, status, contentType },
  title,
  open = false,
}: {
  entryId: string;
  answer: EntryAnswer;
  title?: string;
  open?: boolean;
}) {
  return (
    <>
      {bytesKept === null ? null : <UnreadableAnswer answer={{ entryId, attempt }} bytes={bytesKept} />}
      {bytesKept !== null && body === '' ? null : (
        <RawRecord
          title={title}
          record={body}
          open={open}
          aside={[String(status), contentType].filter((part) => part !== null).join(' · ')}
        />
      )}
    </>
  );
}

interface KeptAnswerProps {
  answer: AnswerRef;
  facts: KeptAnswerFacts;
  title: string;
  hide?: Hide | undefined;
}

/** A kept answer, loaded when it is opened. */
export function KeptAnswer({ answer, facts, title, hide }: KeptAnswerProps) {
  return (
    <Disclosure title={title} aside={factsText(facts)}>
      <FetchedAnswer answer={answer} hide={hide} />
    </Disclosure>
  );
}

function FetchedAnswer({ answer, hide }: { answer: AnswerRef; hide: Hide | undefined }) {
  const live = useLive('answers.get', { answer }, []);
  if (live.error !== null) return <LoadError title="The answer could not be read." of={live} small />;
  if (live.value === null) return <span aria-busy />;
  const { body, bytesKept, left } = live.value;
  return (
    <>
      {bytesKept === null ? null : <UnreadableAnswer answer={answer} bytes={bytesKept} />}
      {bytesKept !== null && body === '' ? null : <RecordText record={body} hide={hide} isPart={left > 0} />}
      {left > 0 ? (
        <p>{`The answer has ${(body.length + left).toLocaleString('en-US')} characters, and the first ${body.length.toLocaleString('en-US')} can be shown here. Save it to a file to read all of it.`}</p>
      ) : null}
      {bytesKept === null ? <SaveAnswer answer={answer} /> : null}
    </>
  );
}

interface OtherAnswersProps {
  question: ReadQuestion;
  /** Changes when there may be more of them. */
  changes: Dependency;
  hide?: Hide | undefined;
}

/** Answers that could not be read as a result or profile; null if there are none. */
export function OtherAnswers({ question, changes, hide }: OtherAnswersProps) {
  const { state } = useLive('answers.ofReading', { question }, [changes]);
  if (state.kind !== 'ready' || state.value.length === 0) return null;
  return (
    <Disclosure title="Other answers from the service" aside={state.value.length}>
      {state.value.map(({ id, lastAt, ...facts }) => (
        <div key={id}>
          <p>
            <TimeText at={lastAt} form="detail" />
          </p>
          <KeptAnswer answer={{ readAnswer: id }} facts={facts} title="The answer" hide={hide} />
        </div>
      ))}
    </Disclosure>
  );
}
