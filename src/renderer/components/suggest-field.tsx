import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox, type ComboBoxProps } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { bindClasses } from '../class-names.ts';
import { FieldBox, FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { optionClass, OptionPopover } from './select.tsx';
import { foldText } from '#shared/base/fold-text.ts';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { OnboardingRow } from '#shared/ipc/onboarding.ts';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { useLive } from '../stores/live.ts';

const cls = bindClasses(styles);

interface Suggestion {
  id: string;
  /** What the field holds once it is chosen. */
  text: string;
  label?: string;
  note?: string;
}

interface ComboProps extends Omit<ComboBoxProps<Suggestion>, 'children'> {
  field: FieldProps;
  maxLength?: number | undefined;
  button?: ReactNode;
  /** Shown where nothing is suggested. */
  empty?: string;
}

/** A text field with suggestions; any other text can be typed. */
function Combo({ field, maxLength, button, empty, ...box }: ComboProps) {
  return (
    <ComboBox
      className="stack narrows"
      allowsCustomValue
      isInvalid={field.error != null}
      isDisabled={field.disabled ?? false}
      validationBehavior="aria"
      {...box}
    >
      <FieldLabel {...field} />
      <FieldBox>
        <Input
          className={`${cls('input')} text grow whole-width no-border no-ring`}
          autoComplete="off"
          spellCheck="false"
          maxLength={maxLength}
        />
        {button}
      </FieldBox>
      <FieldFoot {...field} />
      <OptionPopover>
        <ListBox className="no-outline" renderEmptyState={() => <p className="quiet pad-4-8">{empty}</p>}>
          {({ id, text, label = text, note }: Suggestion) => (
            <ListBoxItem id={id} textValue={text} className={optionClass}>
              <span className="grow">{label}</span>
              {note === undefined ? null : <span className="fixed faint small">{note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </OptionPopover>
    </ComboBox>
  );
}

interface TypedProps<Value> extends FieldProps {
  value: Value;
  onChange: (value: Value) => void;
  onLeave?: () => void;
}

interface SuggestFieldProps extends TypedProps<string> {
  suggestions: readonly string[];
  maxLength?: number;
  autoFocus?: boolean;
}

export function SuggestField({
  value,
  onChange,
  onLeave,
  suggestions,
  maxLength,
  autoFocus = false,
  ...field
}: SuggestFieldProps) {
  return (
    <Combo
      field={field}
      inputValue={value}
      onInputChange={onChange}
      onBlur={() => onLeave?.()}
      defaultItems={suggestions.map((text) => ({ id: text, text }))}
      allowsEmptyCollection={false}
      autoFocus={autoFocus}
      maxLength={maxLength}
      button={
        <AriaButton className={`${cls('spin')} quiet round-4`} aria-label="Show suggestions">
          <Icon of={ChevronDown} />
        </AriaButton>
      }
    />
  );
}

export interface VendorChoice {
  /** May be empty if a vendor was chosen, whose name is then shown. */
  text: string;
  subject: string | null;
}

export const noVendor: VendorChoice = { text: '', subject: null };

/** Why the typed text names no vendor; null if it names one or is empty. */
export function vendorChoiceProblem({ text, subject }: VendorChoice): string | null {
  const typed = text.trim();
  if (subject !== null || typed === '') return null;
  if (/\s/.test(typed) || !/\d/.test(typed)) return 'Choose a vendor from the list, or type its ID.';
  return vendorIdProblem(typed);
}

/** The vendor that was chosen or whose ID was typed. */
export function chosenVendor({ text, subject }: VendorChoice): VendorLink | null {
  const typed = text.trim();
  const chosen = subject ?? typed;
  return chosen === '' ? null : { subject: chosen, name: typed === '' ? showSubject(chosen) : typed };
}

/** How many of the vendors that match are offered, of how many: those with a matching name come first. */
const offered = 8;
const compared = 50;

interface VendorFieldProps extends TypedProps<VendorChoice> {
  autoFocus?: boolean;
}

/** Finds a known vendor by name, address or ID; any other ID can be typed. */
export function VendorField({ value, onChange, onLeave, autoFocus = false, ...field }: VendorFieldProps) {
  const { subject } = value;
  const typed = value.text.trim();
  const searching = typed !== '' && subject === null;
  const { value: found } = useLive(
    'onboarding.page',
    searching ? { after: null, limit: compared, sort: 'name', search: typed.slice(0, 200) } : undefined,
    [],
  );
  const known = useLive('onboarding.vendor', subject === null ? undefined : { subject, site: null }, []);
  const vendor = subject !== null && known.state.kind === 'ready' ? known.state.value : undefined;
  const matches = (searching && found?.rows) || [];
  const named = (row: OnboardingRow) => (foldText(row.name).includes(foldText(typed)) ? 0 : 1);
  const nearest = matches.toSorted((one, other) => named(one) - named(other)).slice(0, offered);
  const items = nearest.map((row) => ({
    id: row.subject,
    text: row.name,
    label: row.name,
    note: describe(row),
  }));
  // What looks like a name may be the ID of an unknown vendor.
  if (searching && vendorIdProblem(typed) === null && !items.some(({ id }) => id === typed))
    items.push({ id: typed, text: '', label: `Use “${typed}” as the ID`, note: 'Not known here' });
  const shown = value.text === '' && subject !== null ? (vendor?.name ?? showSubject(subject)) : value.text;
  return (
    <Combo
      field={{
        ...field,
        hint: subject === null ? field.hint : explainChoice(subject, vendor !== null),
      }}
      inputValue={shown}
      onInputChange={(text) => {
        if (text !== shown) onChange({ text, subject: null });
      }}
      items={items}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined) onChange({ text: chosen.text, subject: chosen.id });
      }}
      allowsEmptyCollection={searching}
      menuTrigger={subject === null ? 'input' : 'manual'}
      onBlur={() => {
        // Looks up a typed ID, so that the field can show its vendor.
        if (searching && vendorChoiceProblem(value) === null) onChange({ text: '', subject: typed });
        onLeave?.();
      }}
      autoFocus={autoFocus}
      maxLength={200}
      empty="Type a part of its name, or its ID."
    />
  );
}

function describe({ subject, profile }: OnboardingRow): string {
  if (isAddress(subject)) return `${showSubject(subject)} · No ID yet`;
  return profile?.cityName == null ? subject : `${subject} · ${profile.cityName}`;
}

function explainChoice(subject: string, known: boolean): string {
  if (isAddress(subject)) return `Invited at ${showSubject(subject)}. No ID yet.`;
  return known ? `Vendor ID ${subject}` : 'No vendor here has this ID. You can still use it.';
}
