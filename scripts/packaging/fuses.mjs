import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

/** Every fuse of Electron, each as Gangway wants it in the app that goes out. */
export const fuses = {
  // Nobody runs the app as a mere Node, or looks into it while it runs.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // It loads its own archive alone, and that as it was packed.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // The one WebAssembly here reads what servers answer: memory that is not its own is guarded by the system, too.
  [FuseV1Options.WasmTrapHandlers]: true,
};

/**
 * Sets the fuses in Electron's program (on macOS, the bundle). An Electron with a fuse that is not named above is refused:
 * electron-builder's own setting knows only those of an older tool and would leave a newer one as it comes.
 * @type {typeof import('./fuses.mjs').setFuses}
 */
export async function setFuses(program) {
  await flipFuses(program, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...fuses });
}
