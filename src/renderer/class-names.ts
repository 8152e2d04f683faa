/** What can stand for a class name; false, null and undefined stand for none. */
export type ClassName = string | false | null | undefined;

/** Binds a CSS module: `cls('row', open && 'open')` gives the generated names. An unknown name throws. */
export function bindClasses(module: Readonly<Record<string, string>>): (...names: ClassName[]) => string {
  return (...names) =>
    names
      .filter((name) => typeof name === 'string')
      .map((name) => {
        const generated: unknown = Reflect.get(module, name);
        if (typeof generated !== 'string') throw new Error(`No class "${name}" in this style sheet.`);
        return generated;
      })
      .join(' ');
}
