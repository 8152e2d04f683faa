import { Minus, Plus } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { bindClasses } from '../class-names.ts';
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

const cls = bindClasses(styles);

export interface NumberFieldProps extends FieldProps {
  value: number | null;
  /** Called when the field is left or a step is made, not while typing. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  /** Whether 12345 is written 12,345; off for identifiers. */
  grouping?: boolean;
}

/** A number, with steps. */
export function NumberField({ value, onChange, min, max, grouping = false, ...field }: NumberFieldProps) {
  return (
    <AriaNumberField
      className="stack narrows"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={field.error != null}
      isDisabled={field.disabled ?? false}
      validationBehavior="aria"
      formatOptions={{ useGrouping: grouping, maximumFractionDigits: 20 }}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
    >
      <FieldLabel label={field.label} optional={field.optional ?? false} />
      <Group
        className={`${cls('box')} surface relative row gap-8 pad-0-10 boxed-control rounded ring-near faint-icons`}
      >
        <Input className={`${cls('input')} text grow whole-width no-border no-ring`} />
        <AriaButton slot="decrement" className={`${cls('spin')} quiet round-4`}>
          <Icon of={Minus} size={14} />
        </AriaButton>
        <AriaButton slot="increment" className={`${cls('spin')} quiet round-4`}>
          <Icon of={Plus} size={14} />
        </AriaButton>
      </Group>
      <FieldFoot hint={field.hint} error={field.error} />
    </AriaNumberField>
  );
}
