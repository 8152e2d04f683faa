/** An own member by a dynamic name, else undefined. Never an inherited one such as `constructor`. */
export const ownMember = <T>(object: Readonly<Partial<Record<string, T>>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

export const ownNames = <Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(record).filter((name): name is Name => Object.hasOwn(record, name));

export function ownMemberAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
