import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { bindClasses } from '../../class-names.ts';
import { FieldFoot, FieldLabel, type FieldProps } from '../../components/field-parts.tsx';
import fieldStyles from '../../components/field.module.css';
import listStyles from '../../components/select.module.css';
import { useLive } from '../../stores/live.ts';

const field = bindClasses(fieldStyles);
const list = bindClasses(listStyles);

/** What stands in a {@link VendorField}: what was typed, and whom it was chosen for; null where nobody was chosen. */
export interface VendorChoice {
  text: string;
  vendorId: string | null;
}

export const noVendor: VendorChoice = { text: '', vendorId: null };

/** Why what was typed names no vendor; null where it names one, or nothing stands there. */
export function vendorChoiceProblem({ text, vendorId }: VendorChoice): string | null {
  const typed = text.trim();
  if (vendorId !== null || typed === '') return null;
  if (/\s/.test(typed) || !/\d/.test(typed)) return 'Choose a vendor from the list, or type its ID.';
  return vendorIdProblem(typed);
}

/** The ID of the vendor that was chosen or typed; null for none. */
export function chosenVendor({ text, vendorId }: VendorChoice): string | null {
  return vendorId ?? (text.trim() === '' ? null : text.trim());
}

/** How many of the vendors that match are offered. */
const offered = 8;

/** Finds a vendor among those kept on this computer by its name, place or ID; the ID of any other can be typed. */
export function VendorField({
  value,
  onChange,
  autoFocus = false,
  ...props
}: FieldProps & {
  value: VendorChoice;
  onChange: (value: VendorChoice) => void;
  autoFocus?: boolean;
}) {
  const typed = value.text.trim();
  const searching = typed !== '' && value.vendorId === null;
  const { state } = useLive(
    'vendors.page',
    searching ? { after: null, limit: offered, search: typed.slice(0, 200) } : undefined,
    [],
  );
  const matches = searching && state.kind === 'ready' ? state.value.rows : [];
  const items = matches.map((row) => ({
    id: row.vendorId,
    text: getName(row),
    label: getName(row),
    note: toPlace(row),
  }));
  // Whatever looks like a name may still be the ID of a vendor that is not kept here.
  if (searching && vendorIdProblem(typed) === null && !items.some(({ id }) => id === typed))
    items.push({ id: typed, text: typed, label: `Use “${typed}” as the ID`, note: '' });
  return (
    <ComboBox
      className={field('field')}
      inputValue={value.text}
      onInputChange={(text) => {
        if (text !== value.text) onChange({ text, vendorId: null });
      }}
      items={items}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined) onChange({ text: chosen.text, vendorId: chosen.id });
      }}
      allowsCustomValue
      allowsEmptyCollection={searching}
      menuTrigger={value.vendorId === null ? 'input' : 'manual'}
      isInvalid={props.error != null}
      isDisabled={props.disabled ?? false}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <FieldLabel label={props.label} optional={props.optional ?? false} />
      <div className={field('box')}>
        <Input className={field('input')} autoComplete="off" spellCheck="false" maxLength={200} />
      </div>
      <FieldFoot
        hint={value.vendorId === null ? props.hint : `Vendor ID ${value.vendorId}`}
        error={props.error}
      />
      <Popover className={list('popover')} offset={4}>
        <ListBox
          className={list('list')}
          renderEmptyState={() => <p className={list('none')}>Type a part of its name, or its ID.</p>}
        >
          {(item: (typeof items)[number]) => (
            <ListBoxItem id={item.id} textValue={item.text} className={list('item')}>
              <span className={list('itemLabel')}>{item.label}</span>
              <span className={list('itemNote')}>{item.note}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function getName(row: VendorRow): string {
  return row.companyName ?? row.contactName ?? row.vendorId;
}

/** What tells vendors of one name apart. */
function toPlace({ vendorId, cityName }: VendorRow): string {
  return cityName === null ? vendorId : `${vendorId} · ${cityName}`;
}
