import { Eye, EyeOff } from 'lucide-react';
import type { EmployerId } from '#shared/service/employer-id.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import styles from './read-fields.module.css';

const cls = bindClasses(styles);

/** The employer ID: masked, until a person asks to see it. */
export function EmployerIdRow({
  id,
  revealed,
  onReveal,
  onHide,
  byKey = true,
}: {
  id: EmployerId;
  revealed: boolean;
  onReveal: () => void;
  onHide: () => void;
  /** Whether the key of the review shows and hides it. */
  byKey?: boolean;
}) {
  useShortcut(shortcutKeys.reveal, revealed ? onHide : onReveal, { enabled: byKey });
  return (
    <span className={`${cls('employer')} row between gap-8`}>
      <span role="status" className={`${cls('digits')} figures`}>
        <span aria-hidden>{revealed ? id.revealed : id.masked}</span>
        <span className="visually-hidden">{revealed ? id.spokenRevealed : id.spokenMasked}</span>
      </span>
      {id.note === null ? null : <span className={cls('quiet')}>{id.note}</span>}
      <Button
        size="small"
        icon={revealed ? EyeOff : Eye}
        {...(byKey ? { keys: shortcutKeys.reveal } : {})}
        onPress={revealed ? onHide : onReveal}
      >
        {revealed ? 'Hide' : 'Reveal'}
        <span className="visually-hidden"> the employer ID</span>
      </Button>
    </span>
  );
}
