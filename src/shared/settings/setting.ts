import { z } from 'zod';
import type { SettingsSubject } from './settings-subjects.ts';

export type SettingReading = { ok: true; value: unknown } | { ok: false; problem: string };

/** How a setting is shown and changed. `own`: by a component, see src/renderer/features/settings/own-controls.tsx. */
export type SettingControl =
  | { kind: 'switch' | 'own' }
  /** `note` says below what the number means. */
  | { kind: 'number'; min: number; max: number; note?: (value: number) => string }
  | { kind: 'choice'; choices: readonly { value: string; label: string }[]; inSight: boolean }
  | ({ kind: 'text'; read: (typed: string) => SettingReading } & TextLook);

interface TextLook {
  maxLength?: number;
  optional?: boolean;
  mono?: boolean;
  type?: 'text' | 'url';
}

/** What the screen shows of a setting, and what else depends on it. */
interface Shown {
  label: string;
  hint?: string;
  /** The hint on Linux, where it is another one. */
  linuxHint?: string;
  /** Two or three that follow each other share a line. */
  width?: 'half' | 'third';
  /** A number without which this setting changes nothing. */
  needs?: string;
  /** What is wrong with one in a file of the service's interface, as the end of a sentence after its name. */
  problem?: string;
  /** Stored results are sorted by it, so a change sorts them again. */
  sortsResults?: boolean;
  /** A workspace that was moved to another computer starts with the default. */
  notMoved?: boolean;
}

export interface Setting extends Shown {
  default: unknown;
  /** Null where it is changed where it is seen, and not on the settings screen. */
  section: SettingsSubject | null;
  control: SettingControl;
}

type Table = Readonly<Record<string, z.ZodType>>;

const described = new WeakMap<z.ZodType, Setting>();

function describe<S extends z.ZodType>(schema: S, setting: Setting): S {
  described.set(schema, setting);
  return schema;
}

/** What the table says of a setting besides its schema. */
export function describeSetting(schema: z.ZodType): Setting {
  const setting = described.get(schema);
  if (setting === undefined) throw new Error('A setting is described where it is declared.');
  return setting;
}

/** The defaults of a table, still to be parsed. */
export function readDefaults(table: Table): Record<string, unknown> {
  return Object.fromEntries(
    findSettings(table, () => true).map(({ name, setting }) => [name, setting.default]),
  );
}

/** The settings of a table to which `holds` applies, by their names. */
export function findSettings(
  table: Table,
  holds: (setting: Setting) => boolean,
): { name: string; setting: Setting }[] {
  return Object.entries(table)
    .map(([name, schema]) => ({ name, setting: describeSetting(schema) }))
    .filter(({ setting }) => holds(setting));
}

/** Something that is on or off. */
export function toggle(section: SettingsSubject, defaultValue: boolean, shown: Shown) {
  const problem = 'has to be true or false.';
  return describe(z.boolean(), {
    problem,
    ...shown,
    section,
    default: defaultValue,
    control: { kind: 'switch' },
  });
}

/** A whole number with steps. */
export function wholeNumber(
  section: SettingsSubject,
  defaultValue: number,
  [min, max]: readonly [number, number],
  { note, ...shown }: Shown & { note?: (value: number) => string },
) {
  const control = { kind: 'number', min, max, ...(note === undefined ? {} : { note }) } as const;
  return describe(z.number().int().min(min).max(max), { ...shown, section, default: defaultValue, control });
}

/** Seconds, typed. A number that is out of bounds stays in the field with a sentence. */
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

/** One of a few values. @param inSight all are shown at once, instead of in a list that opens */
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
/** What is typed has to fit `form`, and, once `take` made a value of it, the schema; else the sentence `wrong` is shown. */
type Fit = { form: RegExp; wrong: string; take?: (typed: string) => unknown };

/** Something typed in one line. It is optional where the schema takes null, which is what nothing typed means. */
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

/** Words in one line. Each has to fit `form`; `take` makes of one what is kept, without what people type around it. */
export function words<S extends z.ZodType>(
  section: SettingsSubject,
  defaultValue: z.output<S>[],
  each: S,
  {
    called,
    separator,
    form,
    wrong,
    take = (typed) => typed,
    ...shown
  }: Shown &
    TextLook & {
      called: string;
      separator: RegExp;
      form: RegExp;
      wrong: (word: string) => string;
      take?: (typed: string) => string | number;
    },
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

/** A setting with a control of its own. */
export function own<S extends z.ZodType>(
  section: SettingsSubject,
  defaultValue: z.output<S>,
  schema: S,
  shown: Shown,
): S {
  return describe(schema, { ...shown, section, default: defaultValue, control: { kind: 'own' } });
}

/** A setting that is changed where it is seen, and not on the settings screen. */
export function kept<S extends z.ZodType>(defaultValue: z.output<S>, schema: S): S {
  return describe(schema, { default: defaultValue, section: null, label: '', control: { kind: 'own' } });
}
