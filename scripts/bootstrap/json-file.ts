import fs from 'node:fs';
import path from 'node:path';

/** The fields of a value that should be a JSON object; none when it is anything else. */
export function getFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The items of a value that should be a JSON array; none when it is anything else. */
export function getItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The object in a JSON file; undefined when the file is absent, unreadable or cut short. */
export function readJsonFile(file: string): Record<string, unknown> | undefined {
  try {
    return getFields(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a JSON file whole or not at all, making its folder where needed. */
export function writeJsonFile(file: string, content: Record<string, unknown>) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.part`;
  fs.writeFileSync(half, `${JSON.stringify(content, undefined, 2)}\n`);
  fs.renameSync(half, file);
}
