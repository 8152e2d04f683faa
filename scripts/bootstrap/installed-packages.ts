import { getFields } from './json-file.ts';

/**
 * Whether what npm says it has installed (node_modules/.package-lock.json, which it writes last) is what the
 * lockfile asks for, on this machine. Optional packages may be absent; a package made for another system may
 * not be there. So an install that a person made by hand is used as it is.
 */
export function installedAsLocked(
  lockfile: Record<string, unknown> | undefined,
  installed: Record<string, unknown> | undefined,
  { platform, arch }: { platform: string; arch: string },
) {
  const wanted = Object.entries(getFields(lockfile?.['packages'])).filter(([place]) => place !== '');
  const found = getFields(installed?.['packages']);
  return (
    wanted.length > 0 &&
    wanted.every(([place, entry]) => {
      const { version, optional } = getFields(entry);
      const there = found[place];
      return there === undefined ? optional === true : getFields(there)['version'] === version;
    }) &&
    Object.values(found).every((entry) => {
      const { os, cpu } = getFields(entry);
      return allows(os, platform) && allows(cpu, arch);
    })
  );
}

/** Whether a package's list of systems ("linux", or "!win32" for all but one) has this one. */
function allows(list: unknown, own: string) {
  if (!Array.isArray(list) || list.includes(`!${own}`)) return list === undefined;
  return list.includes(own) || list.every((each) => String(each).startsWith('!'));
}
