import { Eye, EyeOff } from 'lucide-react';
import type { EmployerId } from '#shared/employer-id.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import styles from './read-fields.module.css';

const cls = classesOf(styles);

/** The employer ID: masked, until a person asks to see it. */
export function EmployerIdRow({
  id,
  revealed,
  onReveal,
  onHide,
}: {
  id: EmployerId;
  revealed: boolean;
  onReveal: () => void;
  onHide: () => void;
}) {
  const readable = id.kind === 'readable';
  useShortcut(shortcutKeys.reveal, revealed ? onHide : onReveal, { enabled: readable });
  const shown = revealed && id.kind === 'readable';
  return (
    <span className={cls('employer')}>
      <span role="status" className={cls('digits')}>
        <span aria-hidden>{shown ? id.revealed : id.masked}</span>
        <span className="visually-hidden">{shown ? id.spokenRevealed : id.spokenMasked}</span>
      </span>
      {id.kind === 'readable' ? (
        <Button
          size="small"
          icon={shown ? EyeOff : Eye}
          keys={shortcutKeys.reveal}
          label={shown ? 'Hide the employer ID' : 'Reveal the employer ID'}
          onPress={shown ? onHide : onReveal}
        >
          {shown ? 'Hide' : 'Reveal'}
        </Button>
      ) : (
        <span className={cls('quiet')}>{id.note}</span>
      )}
    </span>
  );
}
