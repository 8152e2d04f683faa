import { Fragment, useState } from 'react';
import { appSettings, appSettingsChange } from '#shared/settings/app-settings.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { findSettings, type Setting, type SettingReading } from '#shared/settings/setting.ts';
import type { SettingsSubject } from '#shared/settings/settings-subjects.ts';
import { workspaceSettings, workspaceSettingsChange } from '#shared/settings/settings.ts';
import { NumberField, TextField, type TextFieldProps } from '../../components/text-field.tsx';
import { Select } from '../../components/select.tsx';
import { RadioGroup, Switch } from '../../components/toggles.tsx';
import { useAction } from '../../stores/action.ts';
import { handleSubmit } from '../../stores/form.ts';
import { adoptWorkspace, adoptSettings, useStart, useWorkspace } from '../../stores/session.ts';
import { NotSaved } from './settings-section.tsx';
import { below, ownControls } from './own-controls.tsx';

interface Field {
  name: string;
  setting: Setting;
  value: unknown;
  onChange: (value: unknown) => void;
}

const grids = { half: 'two-columns', third: 'three-columns' } as const;

export function SettingFields({ section }: { section: SettingsSubject }) {
  const start = useStart();
  const workspace = useWorkspace();
  const ofApp = useAction('app.updateSettings', adoptSettings);
  const ofWorkspace = useAction('workspaces.updateSettings', adoptWorkspace);
  const isHere = (setting: Setting) => setting.section === section;
  const fields: Field[] = [
    ...findSettings(appSettings.shape, isHere).map((found) => ({
      ...found,
      value: ownMember<unknown>(start.settings, found.name),
      onChange: (value: unknown) => void ofApp.run(appSettingsChange.parse({ [found.name]: value })),
    })),
    ...findSettings(workspaceSettings.shape, isHere).map((found) => ({
      ...found,
      value: ownMember<unknown>(workspace.settings, found.name),
      onChange: (value: unknown) =>
        void ofWorkspace.run(workspaceSettingsChange.parse({ [found.name]: value })),
    })),
  ];
  const rows: Field[][] = [];
  for (const field of fields) {
    const row = rows.at(-1);
    if (field.setting.width !== undefined && row?.[0]?.setting.width === field.setting.width) row.push(field);
    else rows.push([field]);
  }

  function draw({ name, setting, ...field }: Field) {
    const held = workspace.interfacePolicy.members.some((member) => member === name);
    const { control, needs } = setting;
    const hint = start.platform === 'linux' ? (setting.linuxHint ?? setting.hint) : setting.hint;
    const shown = held ? 'Set by your administrator. It cannot be changed here.' : hint;
    const Own = ownMember(ownControls, name);
    const note =
      control.kind === 'number' && typeof field.value === 'number' ? control.note?.(field.value) : null;
    return (
      <Fragment key={name}>
        {Own !== undefined ? (
          <Own setting={setting} hint={shown} held={held} onChange={field.onChange} />
        ) : (
          <div>
            <SettingField
              {...field}
              setting={setting}
              hint={shown}
              disabled={held || (needs !== undefined && ownMember<unknown>(workspace.settings, needs) === 0)}
              placeholder={workspace.baseUrl}
            />
          </div>
        )}
        {note == null ? null : <p className="quiet">{note}</p>}
      </Fragment>
    );
  }

  return (
    <>
      {rows.map((row) => (
        <Fragment key={row[0]?.name}>
          {row[0]?.setting.width === undefined ? (
            row.map(draw)
          ) : (
            <div className={`grid gap-14-16 ${grids[row[0].setting.width]}`}>{row.map(draw)}</div>
          )}
          {row.map(({ name }) => {
            const Below = ownMember(below, name);
            return Below === undefined ? null : <Below key={name} />;
          })}
        </Fragment>
      ))}
      <NotSaved error={ofApp.error ?? ofWorkspace.error} />
    </>
  );
}

function SettingField({
  setting: { label, control },
  value,
  hint,
  disabled,
  placeholder,
  onChange,
}: Omit<Field, 'name'> & { hint: string | undefined; disabled: boolean; placeholder: string }) {
  const field = { label, hint, disabled };
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (control.kind) {
    case 'switch':
      return (
        <Switch checked={value === true} hint={hint} disabled={disabled} onChange={onChange}>
          {label}
        </Switch>
      );
    case 'number':
      return (
        <div className="narrow-number">
          <NumberField
            {...field}
            min={control.min}
            max={control.max}
            value={typeof value === 'number' ? value : null}
            onChange={(next) => {
              if (next !== null && next !== value) onChange(next);
            }}
          />
        </div>
      );
    case 'choice': {
      const { choices } = control;
      return control.inSight ? (
        <RadioGroup {...field} inline value={written} choices={choices} onChange={onChange} />
      ) : (
        <Select {...field} value={written} choices={choices} onChange={onChange} />
      );
    }
    case 'text':
      return (
        <SettingTextField
          {...field}
          {...control}
          {...(control.type === 'url' ? { placeholder } : {})}
          text={Array.isArray(value) ? value.join(', ') : written}
          onSave={onChange}
        />
      );
    case 'own':
      throw new Error(`The setting “${label}” has no control.`);
  }
}

interface SettingTextFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'onLeave' | 'error'> {
  text: string;
  read: (typed: string) => SettingReading;
  onSave: (value: unknown) => void;
}

/** A typed setting, saved on leaving the field or by Enter; invalid input stays with an error and is not saved. */
function SettingTextField({ text, read, onSave, ...field }: SettingTextFieldProps) {
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
    <form noValidate onSubmit={handleSubmit(save)}>
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
