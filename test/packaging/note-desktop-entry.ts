import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BeforePackContext } from 'app-builder-lib';
import type { LinuxPackager } from 'app-builder-lib/out/linuxPackager.js';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';

function isForLinux(packager: BeforePackContext['packager']): packager is LinuxPackager {
  return packager.platform.nodeName === 'linux';
}

/**
 * A hook for electron-builder: writes the desktop entry that the Linux installers get beside the packed app, and the names of
 * the icons. The installers themselves are made with tools that are fetched from elsewhere.
 */
export default async function noteDesktopEntry({ packager, outDir }: BeforePackContext): Promise<void> {
  if (!isForLinux(packager)) throw new Error('This hook is for Linux.');
  const helper = new LinuxTargetHelper(packager);
  const entry = await helper.computeDesktopEntry(packager.platformSpecificBuildOptions);
  const icons = await helper.icons;
  writeFileSync(join(outDir, `${helper.getDesktopFileName()}.desktop`), entry);
  writeFileSync(join(outDir, 'icons.json'), JSON.stringify(icons.map(({ size }) => size)));
}
