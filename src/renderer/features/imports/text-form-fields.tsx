import { listEncodings, type ListEncoding, type TextForm } from '#shared/imports/import-fields.ts';
import type { ImportStatus } from '#shared/ipc/imports.ts';
import { useState } from 'react';
import { call } from '../../bridge.ts';
import { Select } from '../../components/select.tsx';
import { TextField } from '../../components/text-field.tsx';
import { bindClasses } from '../../class-names.ts';
import styles from './columns-panel.module.css';
import { useImport } from './import-store.ts';

const cls = bindClasses(styles);

const other = 'other';

const separators: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar |',
  '^': 'Caret ^',
  '~': 'Tilde ~',
};

const encodingChoices = Object.entries(listEncodings).flatMap(([name, label]) =>
  isEncoding(name) ? [{ value: name, label }] : [],
);

function isEncoding(name: string): name is ListEncoding {
  return Object.hasOwn(listEncodings, name);
}

/** How a text file was read, and what else it can be read as; the rows are read anew with each choice. Nothing for a workbook. */
export function TextFormFields({
  status: { importId, textForm },
  disabled,
  onRefused,
}: {
  status: Pick<ImportStatus, 'importId' | 'textForm'>;
  disabled: boolean;
  /** A sentence; null where it was taken. */
  onRefused: (message: string | null) => void;
}) {
  const known = textForm !== null && Object.hasOwn(separators, textForm.delimiter);
  const [own, setOwn] = useState(textForm === null || known ? null : textForm.delimiter);
  if (textForm === null) return null;

  async function take(change: Partial<TextForm>): Promise<void> {
    if (textForm === null) return;
    const result = await call('imports.setTextForm', { importId, form: { ...textForm, ...change } });
    onRefused(result.ok ? null : result.error.message);
    if (result.ok) useImport.setState({ status: result.value });
  }

  return (
    <div className={`${cls('textForm')} gap-8`}>
      <Select
        label="Encoding"
        value={textForm.encoding}
        disabled={disabled}
        choices={encodingChoices}
        onChange={(encoding) => void take({ encoding })}
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
          if (delimiter !== other) void take({ delimiter });
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
            if (character.length === 1 && character !== '"') void take({ delimiter: character });
          }}
        />
      )}
    </div>
  );
}
