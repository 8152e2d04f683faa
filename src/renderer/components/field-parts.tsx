import { OctagonX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { bindClasses } from '../class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

const cls = bindClasses(styles);

export interface FieldProps {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  hintIcon?: LucideIcon;
  /** One sentence: what to do, or what the service said. */
  error?: ReactNode;
  disabled?: boolean;
}

export function FieldLabel({ label, optional = false }: Pick<FieldProps, 'label' | 'optional'>) {
  return (
    <Label className={`${cls('label')} medium below-4`}>
      {label}
      {optional ? <span className={`${cls('optional')} faint regular`}>optional</span> : null}
    </Label>
  );
}

/** Below a field: its error, else its hint. */
export function FieldFoot({ hint, hintIcon, error }: Pick<FieldProps, 'hint' | 'hintIcon' | 'error'>) {
  if (error != null) {
    return (
      <FieldError className={`${cls('hint')} note negative row-top gap-6 above-4`}>
        <Icon of={OctagonX} size={14} />
        <span>{error}</span>
      </FieldError>
    );
  }
  if (hint === undefined) return null;
  return (
    <Text slot="description" className={`${cls('hint')} faint-note row-top gap-6 above-4`}>
      {hintIcon === undefined ? null : <Icon of={hintIcon} size={14} />}
      <span>{hint}</span>
    </Text>
  );
}

export function FieldBox({ large = false, children }: { large?: boolean; children: ReactNode }) {
  return (
    <div
      className={`${cls('box', large && 'large')} surface relative row gap-8 pad-0-10 boxed-control rounded ring-near faint-icons`}
    >
      {children}
    </div>
  );
}
