import { z } from 'zod';
import type { SettingsSubject } from './settings-subjects.ts';

export type SettingReading = { ok: true; value: unknown } | { ok: false; problem: string };

/** `own`: a component, see src/renderer/features/settings/own-controls.tsx. */
export type SettingControl =
  | { kind: 'switch' | 'own' }
  | { kind: 'number'; min: number; max: number; note?: (value: number) => string }
  | { kind: 'choice'; choices: readonly { value: string; label: string }[]; inSight: boolean }
  | ({ kind: 'text'; read: (typed: string) => SettingReading } & TextLook);

interface TextLook {
  maxLength?: number;
  optional?: boolean;
  mono?: boolean;
  type?: 'text' | 'url';
}

interface Shown {
  label: string;
  hint?: string;
  linuxHint?: string;
  width?: 'half' | 'third';
  /** The number without which this setting has no effect. */
  needs?: string;
  /** What is wrong with one in an interface file, after its name. */
  problem?: string;
  /** A change sorts stored results again. */
  sortsResults?: boolean;
  /** A workspace moved to another computer starts with the default. */
  notMoved?: boolean;
}

export interface Setting extends Shown {
  default: unknown;
  /** Null where it is changed where it is seen, not on the settings screen. */
  section: SettingsSubject | null;
  control: SettingControl;
}

type Table = Readonly<Record<string, z.ZodType>>;

const described = new WeakMap<z.ZodType, Setting>();

function describe<S extends z.ZodType>(schema: S, setting: Setting): S {
  described.set(schema, setting);
  return schema;
}

export function describeSetting(schema: z.ZodType): Setting {
  const setting = described.get(schema);
  if (setting === undefined) throw new Error('A setting is described where it is declared.');
  return setting;
}

export const readDefaults = (table: Table): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([name, schema]) => [name, describeSetting(schema).default]));

export const findSettings = (table: Table, holds: (setting: Setting) => boolean) =>
  Object.entries(table)
    .map(([name, schema]) => ({ name, setting: describeSetting(schema) }))
    .filter(({ setting }) => holds(setting));

export function toggle(section: SettingsSubject, defaultValue: boolean, shown: Shown) {
  const says = { problem: 'has to be true or false.', ...shown };
  return describe(z.boolean(), { ...says, section, default: defaultValue, control: { kind: 'switch' } });
}

export function wholeNumber(
  section: SettingsSubject,
  defaultValue: number,
  [min, max]: readonly [number, number],
  { note, ...shown }: Shown & { note?: (value: number) => string },
) {
  const control = { kind: 'number', min, max, ...(note === undefined ? {} : { note }) } as const;
  return describe(z.number().int().min(min).max(max), { ...shown, section, default: defaultValue, control });
}

/** Typed seconds. A number out of bounds stays in the field with a sentence. */
export function seconds(
  section: SettingsSubject,
  defaultValue: number,
  [min, max]: readonly [number, number],
  shown: Shown,
) {
  return text(section, defaultValue, z.number().int().min(min).max(max), {
    problem: `has to be a whole number of seconds from ${min} to ${max}.`,
    ...shown,
    maxLength: 10,
    form: /^\d{1,3}$/,
    take: Number,
    wrong: `Enter whole seconds from ${min} to ${max}.`,
  });
}

/** One of a few values. @param inSight shows all at once, not in a list that opens */
export function choice<const V extends string>(
  section: SettingsSubject,
  defaultValue: NoInfer<V>,
  choices: readonly { value: V; label: string }[],
  shown: Shown,
  inSight = false,
) {
  const values = choices.map(({ value }) => value);
  const problem = `has to be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}.`;
  const control = { kind: 'choice', choices, inSight } as const;
  return describe(z.enum(values), { problem, ...shown, section, default: defaultValue, control });
}

type Read = { read: (typed: string) => SettingReading };
/** The typed text has to match `form`, and after `take` the schema; else `wrong` is shown. */
type Fit = { form: RegExp; wrong: string; take?: (typed: string) => unknown };

/** One typed line. Optional where the schema takes null, which means nothing typed. */
export function text<S extends z.ZodType>(
  section: SettingsSubject,
  defaultValue: z.output<S>,
  schema: S,
  { maxLength = 100, optional, mono = false, type = 'text', ...rest }: Shown & TextLook & (Read | Fit),
): S {
  const takesNull = schema.safeParse(null).success;
  const fit = (typed: string): SettingReading => {
    if ('read' in rest) return rest.read(typed);
    const value = rest.take?.(typed) ?? typed;
    const fits = rest.form.test(typed) && schema.safeParse(value).success;
    return fits ? { ok: true, value } : { ok: false, problem: rest.wrong };
  };
  const read = (typed: string): SettingReading =>
    typed === '' && takesNull ? { ok: true, value: null } : fit(typed);
  const look = { maxLength, optional: optional ?? takesNull, mono, type };
  const control = { kind: 'text', read, ...look } as const;
  return describe(schema, { ...rest, section, default: defaultValue, control });
}

const maxWords = 20;
type WordsForm = {
  called: string;
  separator: RegExp;
  form: RegExp;
  wrong: (word: string) => string;
  take?: (typed: string) => string | number;
};

/** Words in one line. Each has to match `form`; `take` removes what people type around it. */
export function words<S extends z.ZodType>(
  section: SettingsSubject,
  defaultValue: z.output<S>[],
  each: S,
  { called, separator, form, wrong, take = (typed) => typed, ...shown }: Shown & TextLook & WordsForm,
) {
  return text(section, defaultValue, z.array(each).max(maxWords), {
    ...shown,
    read(typed) {
      const value = typed
        .split(separator)
        .map((word) => take(word.trim()))
        .filter((word) => word !== '');
      const wrongWord = value.find((word) => !form.test(String(word)));
      if (wrongWord !== undefined) return { ok: false, problem: wrong(String(wrongWord)) };
      if (value.length > maxWords) return { ok: false, problem: `Enter at most ${maxWords} ${called}.` };
      return { ok: true, value: [...new Set(value)] };
    },
  });
}

export function own<S extends z.ZodType>(
  section: SettingsSubject,
  defaultValue: z.output<S>,
  schema: S,
  shown: Shown,
): S {
  return describe(schema, { ...shown, section, default: defaultValue, control: { kind: 'own' } });
}

/** A setting that is changed where it is seen, not on the settings screen. */
export const kept = <S extends z.ZodType>(defaultValue: z.output<S>, schema: S): S =>
  describe(schema, { default: defaultValue, section: null, label: '', control: { kind: 'own' } });
