import { Download, X } from 'lucide-react';
import type { CallInput } from '#shared/ipc/contract.ts';
import { useExport, type Exporting } from '../stores/export-file.ts';
import { SmallButton } from './button.tsx';
import { Menu, type MenuChoice } from './menu.tsx';
import { Problem, Note } from './message-block.tsx';

type Source = CallInput<'exports.begin'>['source'];
type Format = CallInput<'exports.begin'>['format'];

export { useExport };

/** Menu choices that export a list as it is filtered and sorted. */
export function exportChoices(exporting: Exporting, source: Source, apart = false): MenuChoice[] {
  const save = (format: Format, from: Source) => () =>
    void exporting.run('exports.begin', { source: from, format });
  const busy = exporting.progress !== null;
  const asFiles = (name: string, from: Source, detail: string, first: boolean): MenuChoice[] =>
    (['csv', 'xlsx'] as const).map((format) => ({
      label: `Export ${name}as ${format === 'csv' ? 'CSV' : 'workbook'}`,
      detail: format === 'csv' ? detail : 'The same, as an XLSX file',
      icon: Download,
      apart: first && format === 'csv',
      disabled: busy,
      onChoose: save(format, from),
    }));
  const choices = asFiles('', source, 'Filtered list', apart);
  if (source.list !== 'documents' && source.list !== 'verifications') return choices;
  const results = { ...source, lines: 'results' as const };
  const detail = 'Every field Gangway knows, comparison or scores, your decisions';
  choices.push(...asFiles('results ', results, detail, true));
  if (source.list === 'documents')
    choices.push({
      label: 'Export with Employer IDs',
      detail: 'As CSV, with the IDs in full instead of masked',
      icon: Download,
      apart: true,
      disabled: busy,
      onChoose: save('csv', { ...source, employerIds: true }),
    });
  return choices;
}

interface ExportMenuProps {
  exporting: Exporting;
  source: Source;
  disabled?: boolean;
}

export function ExportMenu({ exporting, source, disabled = false }: ExportMenuProps) {
  return (
    <Menu
      label="Export"
      button={{ icon: Download, pending: exporting.progress !== null, disabled }}
      choices={exportChoices(exporting, source)}
    />
  );
}

interface ExportStateProps {
  exporting: Exporting;
  what?: 'list' | 'report' | 'calendar';
}

export function ExportState({ exporting, what = 'list' }: ExportStateProps) {
  const { progress, error } = exporting;
  if (progress === null || error !== null)
    return (
      <Problem title={`The ${what} could not be ${what === 'list' ? 'exported' : 'made'}.`} error={error} />
    );
  return (
    <Note
      live
      icon={Download}
      actions={
        <SmallButton icon={X} onPress={exporting.cancel}>
          Cancel
        </SmallButton>
      }
    >
      {what !== 'list'
        ? `Making the ${what}.`
        : progress.total === 0
          ? 'Exporting.'
          : `Exporting, ${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')} rows.`}
    </Note>
  );
}
