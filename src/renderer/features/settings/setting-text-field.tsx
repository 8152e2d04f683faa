import { useState } from 'react';
import type { SettingReading } from '#shared/settings/setting.ts';
import { TextField, type TextFieldProps } from '../../components/text-field.tsx';

/** A typed setting, saved on leaving the field or by Enter; invalid input stays with an error and is not saved. */
export function SettingTextField({
  text,
  read,
  onSave,
  ...field
}: Omit<TextFieldProps, 'value' | 'onChange' | 'onLeave' | 'error'> & {
  text: string;
  read: (typed: string) => SettingReading;
  onSave: (value: unknown) => void;
}) {
  const [seen, setSeen] = useState(text);
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  if (seen !== text) {
    setSeen(text);
    setTyped(text);
    setProblem(null);
  }

  function save(): void {
    if (typed.trim() === text) {
      setTyped(text);
      setProblem(null);
      return;
    }
    const reading = read(typed.trim());
    setProblem(reading.ok ? null : reading.problem);
    if (reading.ok) onSave(reading.value);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        {...field}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setProblem(null);
        }}
        onLeave={save}
        error={problem}
      />
    </form>
  );
}
