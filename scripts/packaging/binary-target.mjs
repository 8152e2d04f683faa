/** @typedef {{ platform: 'linux' | 'darwin' | 'win32', archs: string[] }} BinaryTarget */

/** Machine numbers of ELF (e_machine), PE (Machine) and Mach-O (cputype). */
const elfMachines = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const peMachines = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const machMachines = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);

/**
 * The system and the processors that a native binary is made for, read from its header; null where it is none that is known.
 * @param {Buffer} bytes at least the first 4 KiB
 * @returns {BinaryTarget | null}
 */
export function binaryTarget(bytes) {
  if (bytes.length < 64) return null;
  if (bytes.readUInt32BE(0) === 0x7f454c46) return known('linux', [elfMachines.get(bytes.readUInt16LE(18))]);
  if (bytes.readUInt16BE(0) === 0x4d5a) return portableExecutable(bytes);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return known('darwin', [machMachines.get(bytes.readUInt32LE(4))]);
  if (bytes.readUInt32BE(0) === 0xcafebabe) return universal(bytes);
  return null;
}

/**
 * @param {BinaryTarget['platform']} platform
 * @param {(string | undefined)[]} archs
 * @returns {BinaryTarget}
 */
function known(platform, archs) {
  return { platform, archs: archs.filter((arch) => arch !== undefined) };
}

/** @param {Buffer} bytes */
function portableExecutable(bytes) {
  const header = bytes.readUInt32LE(0x3c);
  if (header + 6 > bytes.length || bytes.readUInt32BE(header) !== 0x50450000) return null;
  return known('win32', [peMachines.get(bytes.readUInt16LE(header + 4))]);
}

/** @param {Buffer} bytes */
function universal(bytes) {
  const count = bytes.readUInt32BE(4);
  if (8 + count * 20 > bytes.length) return null;
  return known(
    'darwin',
    Array.from({ length: count }, (_, at) => machMachines.get(bytes.readUInt32BE(8 + at * 20))),
  );
}
