/** Binds a CSS module: `cls('row', open && 'open')` gives the generated names. An unknown name throws. */
export function bindClasses(
  module: Readonly<Record<string, string>>,
): (...names: (string | false | null | undefined)[]) => string {
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
