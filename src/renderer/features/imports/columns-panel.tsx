import { ArrowRight } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import {
  labelImportField,
  listEncodings,
  listFields,
  type ImportField,
  type TextForm,
} from '#shared/imports/import-fields.ts';
import { ownNames } from '#shared/base/own-member.ts';
import type { CallInput } from '#shared/ipc/contract.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock, Problem } from '../../components/message-block.tsx';
import { Select } from '../../components/select.tsx';
import { SuggestField } from '../../components/suggest-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';
import styles from './columns-panel.module.css';
import { adoptImport, useImport } from './import-store.ts';
import { listLabels } from './list-labels.tsx';
import { MessageForAll } from './message-for-all.tsx';
import { PresetMenu } from './preset-menu.tsx';

const cls = bindClasses(styles);

function presetMessage({ name, byItself, changed }: NonNullable<ImportStatus['preset']>): string {
  if (changed) return `Changed from the preset “${name}”. The changes are not saved in it.`;
  return byItself
    ? `Taken from the preset “${name}”, because this file has the same headings.`
    : `As in the preset “${name}”.`;
}

export const columnElementId = (column: number): string => `import-column-${column}`;

export function ColumnsPanel({ status }: { status: ImportStatus }) {
  const { importId, list, columns, headingsRow, skipKnown, mappingProblem } = status;
  const words = listLabels[list];
  const choices = listFields[list].map((value) => ({
    value,
    label: words.needed[value] ?? labelImportField(value),
  }));
  const [message, setMessage] = useState(status.message);
  const [type, setType] = useState(status.type);
  const [refused, setRefused] = useState<string | null>(null);
  const busy = status.phase.kind === 'queueing';
  const isQueued = status.counts.queued > 0;
  const used = columns.filter(({ field }) => field !== 'skip').length;

  /** Undefined fields are guessed from the headings. */
  async function map(change: Partial<CallInput<'imports.setMapping'>>): Promise<void> {
    const fields = columns.map(({ field }) => field);
    const now = { importId, fields, headingsRow, skipKnown, message, type };
    const result = await call('imports.setMapping', { ...now, ...change });
    setRefused(result.ok ? null : result.error.message);
    if (result.ok && useImport.getState().status?.phase.kind !== 'ready') {
      useImport.setState({ status: result.value });
    }
  }

  function choose(column: number, field: ImportField): void {
    const fields = columns.map((other, index): ImportField => {
      if (index === column) return field;
      return other.field === field ? 'skip' : other.field;
    });
    void map({ fields });
  }

  return (
    <section className={`${cls('panel')} stack fixed subtle scrolls gap-8 padded edge-right`}>
      <header className="row-baseline wrap gap-8 quiet">
        <h2 className="text">Columns</h2>
        <span className="grows unbroken">{`${used} of ${columns.length} used`}</span>
        <PresetMenu status={status} disabled={status.phase.kind !== 'ready'} onRefused={setRefused} />
      </header>
      {status.preset === null ? null : <p className="quiet-note">{presetMessage(status.preset)}</p>}
      {mappingProblem === null ? null : <MessageBlock tone="cau">{mappingProblem}</MessageBlock>}
      <Problem error={refused} />
      <TextFormFields
        key={JSON.stringify(status.textForm)}
        status={status}
        disabled={busy || isQueued}
        onRefused={setRefused}
      />
      <HeadingsRow status={status} disabled={busy || isQueued} onChoose={(change) => void map(change)} />
      <div className={`${cls('pair')} gap-8 ruled-below faint-note grid middle faint-icons shortens`}>
        <span>In your file</span>
        <span />
        <span>{`In the ${words.item}`}</span>
      </div>
      <ul>
        {columns.map(({ heading, sample, field, guessed }, column) => {
          const name = heading === '' ? `Column ${column + 1}` : heading;
          return (
            <li
              key={column}
              id={columnElementId(column)}
              className={`${cls('pair', field === 'skip' && 'unused')} gap-8 ruled-below grid middle faint-icons`}
            >
              <span className="stack narrows">
                <span className={`${cls('heading')} medium one-line`} title={name}>
                  {name}
                </span>
                <span className="one-line quiet-note" title={sample}>
                  {sample === '' ? '–' : sample}
                </span>
                {guessed ? <span className="quiet-note">Guessed from the cells. Check it.</span> : null}
              </span>
              <Icon of={ArrowRight} />
              <Select
                label={`What ${name} is in the ${words.item}`}
                labelHidden
                value={field}
                choices={choices}
                disabled={busy}
                onChange={(next) => choose(column, next)}
              />
            </li>
          );
        })}
      </ul>
      <div className="above-8 stack gap-12">
        <Checkbox
          checked={skipKnown}
          disabled={busy}
          onChange={(on) => void map({ skipKnown: on })}
          hint={words.skipKnown.hint}
        >
          {words.skipKnown.label}
        </Checkbox>
        {status.endless === null ? null : (
          <Checkbox
            checked={status.endless}
            disabled={busy}
            onChange={(on) => void map({ endless: on })}
            hint="Applies to the whole column"
          >
            Treat “N/A”, “Lifetime” and 9999 as no expiration
          </Checkbox>
        )}
        {list === 'invites' ? (
          <MessageForAll
            status={status}
            message={message}
            disabled={busy}
            onChange={setMessage}
            onTake={(next) => {
              if (next !== status.message) void map({ message: next });
            }}
          />
        ) : (
          <TypeForAll
            value={type}
            disabled={busy}
            onChange={setType}
            onLeave={() => {
              if (type.trim() !== status.type) void map({ type });
            }}
          />
        )}
      </div>
    </section>
  );
}

const none = 'none';

interface HeadingsRowProps {
  status: ImportStatus;
  disabled: boolean;
  /** Another row's headings reassign the columns; without headings, they keep their fields. */
  onChoose: (change: { headingsRow: number; fields: undefined } | { headingsRow: null }) => void;
}

function HeadingsRow({ status: { headingsRow, topRows }, disabled, onChoose }: HeadingsRowProps) {
  return (
    <Select
      label="Header row"
      value={headingsRow === null ? none : String(headingsRow)}
      disabled={disabled}
      hint={leftOutMessage(headingsRow, topRows)}
      choices={[
        ...topRows.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` })),
        { value: none, label: 'No row' },
      ]}
      onChange={(value) =>
        onChoose(value === none ? { headingsRow: null } : { headingsRow: Number(value), fields: undefined })
      }
    />
  );
}

function leftOutMessage(headingsRow: number | null, topRows: ImportStatus['topRows']): string | undefined {
  if (headingsRow === null) return 'Every row is imported, including the first.';
  const [first, ...more] = topRows.map(({ row }) => row).filter((row) => row < headingsRow);
  const last = more.at(-1);
  if (first === undefined) return undefined;
  return last === undefined ? `Row ${first} skipped.` : `Rows ${first} to ${last} skipped.`;
}

const other = 'other';

const separators: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar |',
  '^': 'Caret ^',
  '~': 'Tilde ~',
};

const encodingChoices = ownNames(listEncodings).map((value) => ({ value, label: listEncodings[value] }));

interface TextFormFieldsProps {
  status: ImportStatus;
  disabled: boolean;
  onRefused: (message: string | null) => void;
}

function TextFormFields({ status: { importId, textForm }, disabled, onRefused }: TextFormFieldsProps) {
  const known = textForm !== null && Object.hasOwn(separators, textForm.delimiter);
  const [own, setOwn] = useState(textForm === null || known ? null : textForm.delimiter);
  if (textForm === null) return null;

  function take(change: Partial<TextForm>): void {
    if (textForm === null) return;
    const form = { ...textForm, ...change };
    void adoptImport(call('imports.setTextForm', { importId, form })).then(onRefused);
  }

  return (
    <div className={`${cls('textForm')} gap-8 grid`}>
      <Select
        label="Encoding"
        value={textForm.encoding}
        disabled={disabled}
        choices={encodingChoices}
        onChange={(encoding) => take({ encoding })}
      />
      <Select
        label="Separator"
        value={own === null ? textForm.delimiter : other}
        disabled={disabled}
        choices={[
          ...Object.entries(separators).map(([value, label]) => ({ value, label })),
          { value: other, label: 'Another character' },
        ]}
        onChange={(delimiter) => {
          setOwn(delimiter === other ? '' : null);
          if (delimiter !== other) take({ delimiter });
        }}
      />
      {own === null ? null : (
        <TextField
          label="The character"
          value={own}
          maxLength={1}
          disabled={disabled}
          onChange={(character) => {
            setOwn(character);
            if (character.length === 1 && character !== '"') take({ delimiter: character });
          }}
        />
      )}
    </div>
  );
}

function TypeForAll(
  field: Pick<ComponentProps<typeof SuggestField>, 'value' | 'disabled' | 'onChange' | 'onLeave'>,
) {
  const { settings } = useWorkspace();
  const { value: types } = useLive('verifications.types', null, []);
  return (
    <SuggestField
      {...field}
      label="Type for all"
      suggestions={types ?? [settings.defaultVerificationType]}
      maxLength={200}
      hint="For rows without their own type"
    />
  );
}
