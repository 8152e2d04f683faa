import { ChevronDown } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { bindClasses } from '../class-names.ts';
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import { Icon } from './icon.tsx';
import listStyles from './select.module.css';

const field = bindClasses(fieldStyles);
const list = bindClasses(listStyles);

/** Free text with suggestions: anything may be typed, what was used before can be chosen. */
export function SuggestField({
  value,
  onChange,
  onLeave,
  suggestions,
  maxLength,
  ...props
}: FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onLeave?: () => void;
  suggestions: readonly string[];
  maxLength?: number;
}) {
  return (
    <ComboBox
      className="stack narrows"
      inputValue={value}
      onInputChange={onChange}
      defaultItems={suggestions.map((text) => ({ id: text, text }))}
      allowsCustomValue
      allowsEmptyCollection={false}
      isInvalid={props.error != null}
      isDisabled={props.disabled ?? false}
      validationBehavior="aria"
      {...(onLeave === undefined ? {} : { onBlur: onLeave })}
    >
      <FieldLabel label={props.label} optional={props.optional ?? false} />
      <div
        className={`${field('box')} surface relative row gap-8 pad-0-10 boxed-control rounded ring-near faint-icons`}
      >
        <Input
          className={`${field('input')} text grow whole-width no-border no-ring`}
          autoComplete="off"
          spellCheck="false"
          {...(maxLength === undefined ? {} : { maxLength })}
        />
        <AriaButton className={`${field('spin')} quiet round-4`} aria-label="Show suggestions">
          <Icon of={ChevronDown} />
        </AriaButton>
      </div>
      <FieldFoot hint={props.hint} error={props.error} />
      <Popover className={`${list('popover')} surface card floats scroll-all`} offset={4}>
        <ListBox className="no-outline">
          {(item: { id: string; text: string }) => (
            <ListBoxItem
              id={item.id}
              textValue={item.text}
              className={`${list('item')} rounded row gap-16 pad-4-8 pointer-default no-outline forced-ring`}
            >
              <span className="grow">{item.text}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
