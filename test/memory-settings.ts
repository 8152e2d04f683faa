import type { SettingStore } from '#main/store/settings.ts';

/** Settings in this process's memory, read through their schema as the stored ones are. */
export function memorySettings(): SettingStore {
  const values = new Map<string, string>();
  return {
    read(name, schema) {
      const text = values.get(name);
      const value = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
      return value.success ? value.data : null;
    },
    has: (name) => values.has(name),
    write(name, value) {
      values.set(name, JSON.stringify(value));
    },
    remove(name) {
      values.delete(name);
    },
  };
}
