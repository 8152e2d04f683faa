import { useRested } from '../../stores/reloading.ts';
import { pluralize } from '#shared/base/pluralize.ts';
import { hasPlaceholders } from '#shared/outbox/message-template.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { useLive } from '../../stores/live.ts';
import { Caution, getNames, MessageArea, PreviewBox, UnknownWords } from '../templates/message-field.tsx';

/** The pause in typing after which the preview is read, in milliseconds. */
const rest = 300;

interface MessageForAllProps {
  status: ImportStatus;
  message: string;
  disabled: boolean;
  onChange: (message: string) => void;
  /** The message is complete, so the rows are checked with it. */
  onTake: (message: string) => void;
}

/** The message for rows without their own, with a preview for the first of them. */
export function MessageForAll({ status, message, disabled, onChange, onTake }: MessageForAllProps) {
  const { importId, revision, counts, phase } = status;

  function put(next: string): void {
    onChange(next);
    onTake(next);
  }

  return (
    <>
      <MessageArea
        label="Message for all"
        rows={4}
        value={message}
        disabled={disabled}
        hint="For rows without their own message"
        maxLength={10_000}
        onChange={onChange}
        onLeave={() => onTake(message)}
        onTemplate={put}
        from="import"
      />
      {phase.kind === 'ready' && hasPlaceholders(message) ? (
        <FirstRow key={`${importId} ${revision} ${counts.ready}`} importId={importId} message={message} />
      ) : null}
    </>
  );
}

/** The message of the first row, and how many rows lack a value in it. */
function FirstRow({ importId, message }: { importId: string; message: string }) {
  const rested = useRested(message, rest);
  const { state } = useLive('imports.previewMessage', { importId, message: rested }, []);
  if (state.kind !== 'ready') return null;
  const { rows, lacking, lacks, unknown, example } = state.value;
  if (example === null) return null;
  const some = lacking === rows ? 'any of the rows' : pluralize(lacking, 'row', 'rows');
  return (
    <PreviewBox title={`Preview for ${example.who}, row ${example.row}`} text={example.text}>
      {lacks.length === 0 ? null : (
        <Caution>{`${getNames(lacks)} ${lacks.length === 1 ? 'has' : 'have'} no value in ${some}. These will be blank.`}</Caution>
      )}
      <UnknownWords words={unknown} />
    </PreviewBox>
  );
}
