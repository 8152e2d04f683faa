/**
 * A member that an object has itself, by a name that is only known while the app runs; undefined where it has none. Never one
 * that every object has, such as `constructor`: such a name may come from a list, an answer or a person.
 */
export function ownMember<T>(object: Readonly<Partial<Record<string, T>>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
