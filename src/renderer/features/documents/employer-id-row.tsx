import { Eye, EyeOff } from 'lucide-react';
import type { EmployerId } from '#shared/employer-id.ts';
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
}: {
  id: EmployerId;
  revealed: boolean;
  onReveal: () => void;
  onHide: () => void;
}) {
  useShortcut(shortcutKeys.reveal, revealed ? onHide : onReveal);
  return (
    <span className={cls('employer')}>
      <span role="status" className={cls('digits')}>
        <span aria-hidden>{revealed ? id.revealed : id.masked}</span>
        <span className="visually-hidden">{revealed ? id.spokenRevealed : id.spokenMasked}</span>
      </span>
      {id.note === null ? null : <span className={cls('quiet')}>{id.note}</span>}
      <Button
        size="small"
        icon={revealed ? EyeOff : Eye}
        keys={shortcutKeys.reveal}
        onPress={revealed ? onHide : onReveal}
      >
        {revealed ? 'Hide' : 'Reveal'}
        <span className="visually-hidden"> the employer ID</span>
      </Button>
    </span>
  );
}
