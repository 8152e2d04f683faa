import { z } from 'zod';

/** The paths of a schema's fields that hold no described fields themselves. Of a list, the first element is walked. */
export function getPaths(schema: unknown, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return getPaths(schema.unwrap(), path);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return getPaths(schema.element, [...path, '0']);
  }
  if (!(schema instanceof z.ZodObject)) return [path.join('.')];
  return Object.entries(schema.shape).flatMap(([name, field]) => getPaths(field, [...path, name]));
}

/** The value at a path of {@link getPaths}; undefined where there is none. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (holder, name) =>
        typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined,
      record,
    );
}
