import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { importField, type ImportField } from '#shared/imports/import-fields.ts';
import type { SettingStore } from '../store/settings.ts';
import { foldHeading } from './columns.ts';

const columnPreset = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The headings of the file that it was saved from, folded, in their order. */
  columns: z.array(z.object({ heading: z.string(), field: importField })),
});
/** What the columns of a file are, kept under a name for the next file. */
export type ColumnPreset = z.infer<typeof columnPreset>;

const columnPresets = z.array(columnPreset);

const maxPresets = 50;

export type ColumnPresets = ReturnType<typeof createColumnPresets>;

/** The presets of one kind of list, in the workspace's database; saved last first. */
export function createColumnPresets(stored: SettingStore, setting: string) {
  const all = () => stored.read(setting, columnPresets) ?? [];

  return {
    all,
    /** The newest that was saved from a file with these headings, in whatever order they stand. */
    matching(headings: readonly string[]): ColumnPreset | null {
      const key = toKey(headings.map(foldHeading));
      if (key === '') return null;
      return all().find(({ columns }) => toKey(columns.map(({ heading }) => heading)) === key) ?? null;
    },
    /** Saves the columns, in place of the preset with this ID where there is one; returns its ID. */
    save(
      saved: string | null,
      name: string,
      headings: readonly string[],
      fields: readonly ImportField[],
    ): string {
      const id = saved ?? randomUUID();
      const columns = fields.map((field, column) => ({
        heading: foldHeading(headings[column] ?? ''),
        field,
      }));
      const others = all().filter((one) => one.id !== id);
      stored.write(setting, [{ id, name, columns }, ...others].slice(0, maxPresets));
      return id;
    },
    /** False where it is not there any more. */
    rename(id: string, name: string): boolean {
      const presets = all();
      const preset = presets.find((one) => one.id === id);
      if (preset === undefined) return false;
      preset.name = name;
      stored.write(setting, presets);
      return true;
    },
    remove(id: string): void {
      stored.write(
        setting,
        all().filter((one) => one.id !== id),
      );
    },
  };
}

/** The same for the same headings in any order. */
function toKey(headings: readonly string[]): string {
  return headings
    .filter((heading) => heading !== '')
    .toSorted()
    .join('\n');
}

/**
 * What a preset says of the columns of a file: each by its place where the headings stand as they did, which tells two columns of
 * one heading apart; else by its heading, and null where headings are not enough.
 */
export function fieldsInPlace(preset: ColumnPreset, headings: readonly string[]): ImportField[] | null {
  const { columns } = preset;
  const same =
    columns.length === headings.length &&
    columns.every(({ heading }, column) => heading === foldHeading(headings[column] ?? ''));
  return same ? columns.map(({ field }) => field) : null;
}
