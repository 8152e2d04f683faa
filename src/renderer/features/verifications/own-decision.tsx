import type { RefObject } from 'react';
import type { VerificationDetail } from '#shared/ipc/verifications.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DecidedBy } from '../../components/decided-by.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Problem } from '../../components/problem.tsx';
import { focusPageHeading } from '../../components/page-heading.tsx';
import { TextField } from '../../components/text-field.tsx';
import { pressShortcut, shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { stepAbout, undoStep } from '../../stores/undo.ts';
import styles from './own-decision.module.css';
import { aboutDecision } from './undo-decision.ts';

const cls = bindClasses(styles);

/** The note that goes with a decision. */
export interface DecisionNote {
  text: string;
  /** Whether accepting was tried without it and needs it: then Enter in the field accepts. */
  asked: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
}

/** What was decided on this computer, with a way to take it back; before that, a place for a note that goes with it. */
export function OwnDecision({
  detail,
  note,
  onChanged,
}: {
  detail: VerificationDetail;
  note: DecisionNote;
  onChanged: (detail: VerificationDetail) => void;
}) {
  const decide = useAction('verifications.decide');
  const { decision, entryId } = detail;

  async function undo(): Promise<void> {
    const step = stepAbout(aboutDecision(entryId));
    if (step !== null) {
      await undoStep(step.id);
      return;
    }
    const result = await decide.run({ entryId, choice: 'undo', note: '' });
    if (result.ok) onChanged(result.value);
  }
  // Out of the field, so that single keys work again where no next verification takes the focus.
  function accept(): void {
    focusPageHeading();
    pressShortcut(shortcutKeys.acceptDifferences);
  }
  useShortcut(shortcutKeys.note, () => note.field.current?.focus());

  return (
    <div className="stack gap-10">
      {decision === null ? null : (
        <div className={`${cls('made')} row-top gap-2 quiet`} role="status">
          <p>
            <strong className="text medium">
              {decision.choice === 'ask_vendor' ? 'Draft to the vendor opened' : 'Accepted'}
            </strong>
            <DecidedBy decision={decision} />
          </p>
          {decision.note === '' ? null : <p className="preserved breakable">{decision.note}</p>}
          <Button variant="link" pending={decide.pending} onPress={() => void undo()}>
            Undo
          </Button>
        </div>
      )}
      <TextField
        label={decision === null ? 'Note' : 'Note for another decision'}
        optional={!note.asked}
        maxLength={4000}
        value={note.text}
        onChange={note.onChange}
        error={note.asked && note.text.trim() === '' ? 'Say why you accept it.' : null}
        hint={
          note.asked
            ? 'Press Enter to accept.'
            : 'Kept on this computer with your decision. The service can’t receive it.'
        }
        {...(note.asked ? { onEnter: accept } : {})}
        trailing={note.text === '' ? <KeyCap keys={shortcutKeys.note} /> : null}
        inputRef={note.field}
      />
      <Problem error={decide.error} />
    </div>
  );
}
