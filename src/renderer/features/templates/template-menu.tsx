import { NotebookText, Pencil } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { tellDone } from '../../stores/undo.ts';
import { openedFrom, templatesPlace, type TemplatesFrom, useTemplates } from './templates.ts';

/** Fills a message with one of the kept templates. What stood there can be brought back. */
export function TemplateMenu({
  value,
  onChoose,
  from,
  disabled = false,
}: {
  value: string;
  onChoose: (text: string) => void;
  /** Where the manager leads back to. */
  from: TemplatesFrom;
  disabled?: boolean;
}) {
  const { state } = useTemplates();
  const { query } = useRoute();

  function choose(name: string, text: string): void {
    onChoose(text);
    if (value.trim() === '' || value === text) return;
    tellDone(`The message is now “${name}”`, () => {
      onChoose(value);
      return Promise.resolve('The earlier message is back.');
    });
  }

  const kept: MenuChoice[] =
    state.kind === 'ready'
      ? state.value.map(({ id, name, text }) => ({
          id,
          label: name,
          detail: firstLine(text),
          current: text === value,
          onChoose: () => choose(name, text),
        }))
      : [];
  const none: MenuChoice = {
    id: 'none',
    label: state.kind === 'failed' ? 'The templates could not be read.' : 'No templates yet',
    disabled: true,
    onChoose: () => undefined,
  };
  return (
    <Menu
      label="Use a template"
      width={300}
      trigger={
        <Button size="small" variant="quiet" icon={NotebookText} disabled={disabled}>
          Template
        </Button>
      }
      choices={[
        ...(kept.length === 0 ? [none] : kept),
        {
          id: 'edit',
          label: 'Edit templates',
          icon: Pencil,
          apart: true,
          onChoose: () => navigate(templatesPlace(openedFrom(from, query))),
        },
      ]}
    />
  );
}

function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one.length > 24) ?? lines[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
