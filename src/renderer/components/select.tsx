import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { bindClasses } from '../class-names.ts';
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

const cls = bindClasses(styles);

export interface Choice<V extends string> {
  value: V;
  label: string;
  /** Shown in place of the label, which is still spoken and matched. */
  drawn?: ReactNode;
}

interface SelectProps<V extends string> extends FieldProps {
  value: V | null;
  onChange: (value: V) => void;
  choices: readonly Choice<V>[];
  placeholder?: string;
  /** Hides the label if a heading above says the same. */
  labelHidden?: boolean;
}

export const optionClass = `${cls('item')} rounded row gap-16 pad-4-8 pointer-default no-outline forced-ring`;

export function OptionPopover({ children }: { children: ReactNode }) {
  return (
    <Popover className={`${cls('popover')} surface card floats scroll-all`} offset={4}>
      {children}
    </Popover>
  );
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { value, onChange, choices, error } = props;
  return (
    <AriaSelect
      className="stack narrows"
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = choices.find((choice) => choice.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      isInvalid={error != null}
      isDisabled={props.disabled ?? false}
      placeholder={props.placeholder ?? 'Choose'}
      {...(props.labelHidden === true ? { 'aria-label': props.label } : {})}
    >
      {props.labelHidden === true ? null : <FieldLabel {...props} />}
      <AriaButton
        className={`${cls('button')} text surface row between gap-8 left high-32 boxed-control rounded ring-near`}
      >
        <span
          className={`${cls('value')} narrows one-line`}
          title={choices.find((choice) => choice.value === value)?.label}
        >
          <SelectValue />
        </span>
        <Icon of={ChevronDown} />
      </AriaButton>
      <FieldFoot {...props} />
      <OptionPopover>
        <ListBox className="no-outline" items={choices}>
          {(choice) => (
            <ListBoxItem id={choice.value} textValue={choice.label} className={optionClass}>
              {({ isSelected }) => (
                <>
                  <span className="grow">{choice.drawn ?? choice.label}</span>
                  {isSelected ? <Icon of={Check} /> : null}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </OptionPopover>
    </AriaSelect>
  );
}
