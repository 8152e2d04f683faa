import { join } from 'node:path';
import { setFuses } from './fuses.mjs';
import { nativeProblems } from './native-parts.mjs';

/** Names of electron-builder's processors, by its numbers. */
const archs = new Map([
  [1, 'x64'],
  [3, 'arm64'],
]);

/** How each system calls the program of an app. */
const endings = new Map([
  ['darwin', '.app'],
  ['win32', '.exe'],
]);

/**
 * electron-builder's hook after an app was packed and before it is signed: sets the fuses, and fails the build where the app
 * would go out without its store or keychain, or with native parts of another system.
 * @param {{ appOutDir: string, electronPlatformName: string, arch: number, packager: { getResourcesDir: (appOutDir: string) => string, executableName?: string, appInfo: { productFilename: string } } }} context
 */
export default async function afterPack({ appOutDir, electronPlatformName, arch, packager }) {
  const unpacked = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked');
  const problems = nativeProblems(unpacked, electronPlatformName, archs.get(arch) ?? `processor ${arch}`);
  if (problems.length > 0) throw new Error(`This app is not fit to go out.\n${problems.join('\n')}`);
  // Only on Linux does electron-builder call the program otherwise than the app.
  const name = packager.executableName ?? packager.appInfo.productFilename;
  await setFuses(join(appOutDir, `${name}${endings.get(electronPlatformName) ?? ''}`));
}
