import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { bindClasses } from '../class-names.ts';
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import styles from './toggles.module.css';

const cls = bindClasses(styles);

interface ToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  children?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** Takes effect with its form. The browser's own, since a table has many. */
export function Checkbox({
  checked,
  onChange,
  label,
  children,
  hint,
  disabled = false,
  mixed = false,
}: ToggleProps & { mixed?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed;
  });
  const box = (
    <input
      ref={input}
      type="checkbox"
      className={`${cls('checkbox')} surface relative fixed block`}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      {...(label === undefined ? {} : { 'aria-label': label })}
    />
  );
  if (children === undefined) return box;
  return (
    <label
      className={`${cls('toggle')} relative row-top gap-8 pointer-default fades`}
      data-disabled={disabled ? true : undefined}
    >
      {box}
      <Words hint={hint}>{children}</Words>
    </label>
  );
}

export function Switch({ checked, onChange, children, hint, disabled = false }: Omit<ToggleProps, 'label'>) {
  return (
    <AriaSwitch
      className={`${cls('toggle')} relative row-top gap-8 pointer-default fades`}
      isSelected={checked}
      isDisabled={disabled}
      onChange={onChange}
    >
      <span className={`${cls('switch')} surface relative fixed boxed-control`} />
      <Words hint={hint}>{children}</Words>
    </AriaSwitch>
  );
}

function Words({ children, hint }: { children: ReactNode; hint: ReactNode }) {
  return (
    <span className="stack">
      {children}
      {hint === undefined ? null : <span className="faint-note">{hint}</span>}
    </span>
  );
}

interface RadioGroupProps<V extends string> extends FieldProps {
  value: V;
  onChange: (value: V) => void;
  choices: readonly { value: V; label: string; hint?: ReactNode }[];
  inline?: boolean;
}

export function RadioGroup<V extends string>({
  value,
  onChange,
  choices,
  inline = false,
  ...field
}: RadioGroupProps<V>) {
  return (
    <AriaRadioGroup
      className="stack"
      value={value}
      isDisabled={field.disabled ?? false}
      isInvalid={field.error != null}
      validationBehavior="aria"
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      orientation={inline ? 'horizontal' : 'vertical'}
    >
      <FieldLabel {...field} />
      <div className={`${cls(inline && 'inline')} gap-8 stack`}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            className={`${cls('toggle')} relative row-top gap-8 pointer-default fades`}
          >
            <span className={`${cls('radio')} surface relative centered inline-row fixed`} />
            <Words hint={choice.hint}>{choice.label}</Words>
          </Radio>
        ))}
      </div>
      <FieldFoot {...field} />
    </AriaRadioGroup>
  );
}
