import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arch, BeforePackContext, PackagerOptions, Target } from 'app-builder-lib';
import type { LinuxPackager } from 'app-builder-lib/out/linuxPackager.js';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';
import { z } from 'zod';

function isForLinux(packager: BeforePackContext['packager']): packager is LinuxPackager {
  return packager.platform.nodeName === 'linux';
}

/** The entry that electron-builder puts into an AppImage, taken from it before it makes one. */
async function entryOfAppImage(packager: LinuxPackager, outDir: string, arch: Arch): Promise<string> {
  let entry = '';
  const options: PackagerOptions = {
    ...packager.packagerOptions,
    effectiveOptionComputed: (computed) => {
      entry = z.object({ desktop: z.string() }).parse(computed).desktop;
      return Promise.resolve(true);
    },
  };
  const stopping = new Proxy(packager, {
    get: (of, name): unknown => (name === 'packagerOptions' ? options : Reflect.get(of, name)),
  });
  const targets: Target[] = [];
  stopping.createTargets(['appimage'], (_name, make) => targets.push(make(outDir)));
  const folder = join(outDir, 'appimage');
  for (const target of targets) await target.build(folder, arch);
  rmSync(folder, { recursive: true, force: true });
  return entry;
}

/**
 * A hook for electron-builder: writes the desktop entries that the Linux installers get beside the packed app, and the names of
 * the icons. The installers themselves are made with tools that are fetched from elsewhere.
 */
export default async function noteDesktopEntry({ packager, outDir, arch }: BeforePackContext): Promise<void> {
  if (!isForLinux(packager)) throw new Error('This hook is for Linux.');
  const helper = new LinuxTargetHelper(packager);
  const entry = await helper.computeDesktopEntry(packager.platformSpecificBuildOptions);
  const icons = await helper.icons;
  writeFileSync(join(outDir, `${helper.getDesktopFileName()}.desktop`), entry);
  writeFileSync(join(outDir, 'appimage.desktop'), await entryOfAppImage(packager, outDir, arch));
  writeFileSync(join(outDir, 'icons.json'), JSON.stringify(icons.map(({ size }) => size)));
}
