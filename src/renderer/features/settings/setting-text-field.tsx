import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../components/text-field.tsx';

/** What was typed as the value of a setting, or what to do about it. */
export type SettingReading<V> = { ok: true; value: V } | { ok: false; problem: string };

/**
 * A setting that is typed. It is saved on leaving the field, or by Enter; what cannot be taken stays in the field, with a
 * sentence under it, and nothing is saved.
 */
export function SettingTextField<V>({
  text,
  read,
  onSave,
  ...field
}: Omit<TextFieldProps, 'value' | 'onChange' | 'onLeave' | 'error'> & {
  /** The setting as it stands. */
  text: string;
  read: (typed: string) => SettingReading<V>;
  onSave: (value: V) => void;
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
