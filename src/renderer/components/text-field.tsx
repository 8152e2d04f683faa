import { type LucideIcon, Minus, Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { bindClasses } from '../class-names.ts';
import { FieldBox, FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';

const cls = bindClasses(styles);

interface TypedProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onLeave?: () => void;
  placeholder?: string;
  /** For identifiers and JSON. */
  mono?: boolean;
  maxLength?: number;
  autoFocus?: boolean;
}

/** What a field of one line and one of several hand on to react-aria. */
function typing({ value, onChange, onLeave, maxLength, autoFocus, error, disabled }: TypedProps) {
  return {
    value,
    onChange,
    isInvalid: error != null,
    isDisabled: disabled ?? false,
    validationBehavior: 'aria',
    autoFocus: autoFocus ?? false,
    ...(onLeave === undefined ? {} : { onBlur: onLeave }),
    ...(maxLength === undefined ? {} : { maxLength }),
  } as const;
}

export interface TextFieldProps extends TypedProps {
  onEnter?: () => void;
  /** The value of a `date` is like 2026-06-09. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'date' | 'search';
  size?: 'regular' | 'large';
  icon?: LucideIcon;
  /** At the end of the field: a state, or a quiet button. */
  trailing?: ReactNode;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  return (
    <AriaTextField
      className="stack narrows"
      type={props.type ?? 'text'}
      autoComplete="off"
      spellCheck="false"
      {...(props.name === undefined ? {} : { name: props.name })}
      {...typing(props)}
    >
      <FieldLabel {...props} />
      <FieldBox large={props.size === 'large'}>
        {props.icon === undefined ? null : <Icon of={props.icon} />}
        <Input
          className={`${cls('input', props.mono === true && 'mono')} text grow whole-width no-border no-ring`}
          placeholder={props.placeholder ?? ''}
          onKeyDown={({ key, repeat }) => (key === 'Enter' && !repeat ? props.onEnter?.() : undefined)}
          {...(props.inputRef === undefined ? {} : { ref: props.inputRef })}
        />
        {props.trailing}
      </FieldBox>
      <FieldFoot {...props} />
    </AriaTextField>
  );
}

/** A calendar day like 2026-06-09; empty if none is chosen. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'placeholder' | 'mono'>) {
  return <TextField {...props} type="date" />;
}

interface TextAreaProps extends TypedProps {
  rows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
  /** Buttons at the end of the label's line that write into the text. */
  tools?: ReactNode;
}

export function TextArea(props: TextAreaProps) {
  return (
    <AriaTextField className="stack narrows" {...typing(props)}>
      {props.tools === undefined ? (
        <FieldLabel {...props} />
      ) : (
        <div className={`${cls('labelLine')} row wrap between gap-8 below-4`}>
          <FieldLabel {...props} />
          <span className="gap-4 at-end flex">{props.tools}</span>
        </div>
      )}
      <FieldBox>
        <AriaTextArea
          className={`${cls('input', 'area', props.mono === true && 'mono')} text grow whole-width no-border lines-20 no-ring`}
          rows={props.rows ?? 3}
          placeholder={props.placeholder ?? ''}
          {...(props.inputRef === undefined ? {} : { ref: props.inputRef })}
        />
      </FieldBox>
      <FieldFoot {...props} />
    </AriaTextField>
  );
}

interface NumberFieldProps extends FieldProps {
  value: number | null;
  /** Called on blur and on each step, not while typing. */
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
}

export function NumberField({ value, onChange, min, max, ...field }: NumberFieldProps) {
  return (
    <AriaNumberField
      className="stack narrows"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={field.error != null}
      isDisabled={field.disabled ?? false}
      validationBehavior="aria"
      formatOptions={{ useGrouping: false, maximumFractionDigits: 20 }}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
    >
      <FieldLabel {...field} />
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
      <FieldFoot {...field} />
    </AriaNumberField>
  );
}
