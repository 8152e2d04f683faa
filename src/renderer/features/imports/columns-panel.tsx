import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import {
  importFieldLabels,
  listFields,
  type ImportField,
  type ListKind,
} from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Problem } from '../../components/problem.tsx';
import { Select } from '../../components/select.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import styles from './columns-panel.module.css';
import { useImport } from './import-store.ts';
import { HeadingsRow } from './headings-row.tsx';
import { MessageForAll } from './message-for-all.tsx';
import { listLabels } from './list-labels.ts';
import { PresetMenu } from './preset-menu.tsx';
import { TextFormFields } from './text-form-fields.tsx';
import { TypeForAll } from './type-for-all.tsx';

const cls = bindClasses(styles);

function getChoices(list: ListKind) {
  return listFields[list].map((value) => ({
    value,
    label: listLabels[list].needed[value] ?? importFieldLabels[value],
  }));
}
const choices = { invites: getChoices('invites'), verifications: getChoices('verifications') };

function presetMessage({ name, byItself, changed }: NonNullable<ImportStatus['preset']>): string {
  if (changed) return `Changed from the preset “${name}”. The changes are not saved in it.`;
  return byItself
    ? `Taken from the preset “${name}”, because this file has the same headings.`
    : `As in the preset “${name}”.`;
}

/** The element of a column, for moving there from where it is said that it is not used. */
export function columnElementId(column: number): string {
  return `import-column-${column}`;
}

/** What each column of the file fills in an invite or a verification. A change is remembered for the next list with the same headings. */
export function ColumnsPanel({ status }: { status: ImportStatus }) {
  const { importId, list, columns, headingsRow, skipKnown, mappingProblem } = status;
  const words = listLabels[list];
  const [message, setMessage] = useState(status.message);
  const [type, setType] = useState(status.type);
  const [refused, setRefused] = useState<string | null>(null);
  const busy = status.phase.kind === 'queueing';
  const isQueued = status.counts.queued > 0;
  const used = columns.filter(({ field }) => field !== 'skip').length;

  async function map(change: {
    /** Undefined where they are to be guessed from the headings. */
    fields?: ImportField[] | undefined;
    headingsRow?: number | null;
    skipKnown?: boolean;
    endless?: boolean;
    message?: string;
    type?: string;
  }): Promise<void> {
    const fields = columns.map(({ field }) => field);
    const next = { importId, fields, headingsRow, skipKnown, message, type, ...change };
    const result = await call('imports.setMapping', next);
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
    <section className={`${cls('panel')} stack fixed subtle scrolls gap-8 padded`}>
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
      <div className={`${cls('pair', 'pairHead')} gap-8 ruled-below faint-note`}>
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
              className={`${cls('pair', field === 'skip' && 'unused')} gap-8 ruled-below`}
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
                choices={choices[list]}
                disabled={busy}
                onChange={(next) => choose(column, next)}
              />
            </li>
          );
        })}
      </ul>
      <div className="space-above stack gap-12">
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
