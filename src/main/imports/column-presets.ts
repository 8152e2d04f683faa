import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { importField, type ImportField } from '#shared/imports/import-fields.ts';
import type { SettingStore } from '../store/settings.ts';
import { foldHeading } from './columns.ts';

const columnPreset = z.object({
  id: z.uuid(),
  name: z.string(),
  columns: z.array(z.object({ heading: z.string(), field: importField })),
});
export type ColumnPreset = z.infer<typeof columnPreset>;

const columnPresets = z.array(columnPreset);

const maxPresets = 50;

export type ColumnPresets = ReturnType<typeof createColumnPresets>;

export function createColumnPresets(stored: SettingStore, setting: string) {
  const all = () => stored.read(setting, columnPresets) ?? [];

  return {
    all,
    matching(headings: readonly string[]): ColumnPreset | null {
      const key = toKey(headings.map(foldHeading));
      if (key === '') return null;
      return all().find(({ columns }) => toKey(columns.map(({ heading }) => heading)) === key) ?? null;
    },
    /** Saves the columns, over the preset with this ID; returns its ID. */
    save(saved: string | null, name: string, headings: readonly string[], fields: readonly ImportField[]) {
      const id = saved ?? randomUUID();
      const columns = fields.map((field, column) => ({
        heading: foldHeading(headings[column] ?? ''),
        field,
      }));
      const others = all().filter((one) => one.id !== id);
      stored.write(setting, [{ id, name, columns }, ...others].slice(0, maxPresets));
      return id;
    },
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

const toKey = (headings: readonly string[]): string =>
  headings
    .filter((heading) => heading !== '')
    .toSorted()
    .join('\n');

/** A preset's columns by place, which keeps two equal headings apart; null where the headings are in another order. */
export function fieldsInPlace(preset: ColumnPreset, headings: readonly string[]): ImportField[] | null {
  const { columns } = preset;
  const same =
    columns.length === headings.length &&
    columns.every(({ heading }, column) => heading === foldHeading(headings[column] ?? ''));
  return same ? columns.map(({ field }) => field) : null;
}
