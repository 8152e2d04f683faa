import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { bindClasses } from '../class-names.ts';
import { useShortcut } from '../shortcuts.ts';
import { useShortcutLabel } from '../stores/session.ts';
import styles from './choice-list.module.css';
import { Icon } from './icon.tsx';
import { KeyCap, speakingKeys } from './key-cap.tsx';

const cls = bindClasses(styles);

export interface ConsequenceChoice {
  id: string;
  icon: LucideIcon;
  label: string;
  consequence: string;
  keys?: string;
  pending?: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

/** Choices with consequences: full-width rows, none preselected. Their keys work while the list is shown. */
export function ChoiceList({ label, choices }: { label: string; choices: readonly ConsequenceChoice[] }) {
  return (
    <ul aria-label={label} className={`${cls('list')} surface clipped card`}>
      {choices.map((choice) => (
        <li key={choice.id}>
          <ChoiceRow choice={choice} />
        </li>
      ))}
    </ul>
  );
}

function ChoiceRow({ choice }: { choice: ConsequenceChoice }) {
  const getKeys = useShortcutLabel();
  const blocked = choice.disabled === true || choice.pending === true;
  useShortcut(choice.keys ?? 'none', choice.onChoose, { enabled: choice.keys !== undefined && !blocked });
  return (
    <AriaButton
      className={`${cls('choice')} row-top gap-10 whole-width left ring-inside fades`}
      isDisabled={choice.disabled ?? false}
      isPending={choice.pending ?? false}
      onPress={choice.onChoose}
      {...speakingKeys(choice.keys === undefined ? undefined : getKeys(choice.keys))}
    >
      <span className="accent drop-2">
        <Icon of={choice.pending === true ? LoaderCircle : choice.icon} turning={choice.pending ?? false} />
      </span>
      <span className="stack grows">
        <span className="medium">{choice.label}</span>
        <span className="quiet-note">{choice.consequence}</span>
      </span>
      {choice.keys === undefined ? null : <KeyCap keys={choice.keys} />}
    </AriaButton>
  );
}
