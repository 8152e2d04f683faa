/**
 * A member that an object has itself, by a name that is only known while the app runs; undefined where it has none. Never one
 * that every object has, such as `constructor`: such a name may come from a list, an answer or a person.
 */
export function ownMember<T>(object: Readonly<Partial<Record<string, T>>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The member where a path leads, by the members that each object or list on the way has itself; undefined where there is none. */
export function ownMemberAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
