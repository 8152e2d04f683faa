export type TiffDirectory = ReturnType<typeof getDirectory>;

interface Entry {
  type: number;
  count: number;
  /** Where its values begin in the file. */
  from: number;
}

const maxDirectories = 500;
/** More than a directory of any program has; each entry has a tag of its own. */
const maxEntries = 4096;

/** Bytes of one value by its type, for the types that are read: byte, short, long, fraction, undefined. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const wholeTypes = [1, 3, 4];
const byteTypes = [1, 7];

/** Finds the directories of a TIFF, one a page, with entries of these tags. Throws a RangeError for places beyond the file. */
export function readTiffDirectories(bytes: Uint8Array, tags: ReadonlySet<number>): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, little);
  while (at !== 0 && !seen.has(at) && directories.length < maxDirectories) {
    seen.add(at);
    const count = view.getUint16(at, little);
    if (count > maxEntries) throw new RangeError('A directory has more entries than there are tags.');
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index += 1) {
      const place = at + 2 + index * 12;
      const tag = view.getUint16(place, little);
      if (tags.has(tag)) entries.set(tag, entryAt(view, place, little));
    }
    directories.push(getDirectory(entries, view, bytes, little));
    at = view.getUint32(at + 2 + count * 12, little);
  }
  return directories;
}

function entryAt(view: DataView, place: number, little: boolean): Entry {
  const type = view.getUint16(place + 2, little);
  const count = view.getUint32(place + 4, little);
  const inPlace = (sizes[type] ?? 0) * count <= 4;
  return { type, count, from: inPlace ? place + 8 : view.getUint32(place + 8, little) };
}

function getDirectory(
  entries: ReadonlyMap<number, Entry>,
  view: DataView,
  bytes: Uint8Array,
  little: boolean,
) {
  /** An entry of one of these types that lies in the file; null for any other. */
  function getEntry(tag: number, types: readonly number[]): Entry | null {
    const entry = entries.get(tag);
    if (entry === undefined || entry.count === 0 || !types.includes(entry.type)) return null;
    if (entry.from + (sizes[entry.type] ?? 0) * entry.count > bytes.length) {
      throw new RangeError('An entry points beyond the file.');
    }
    return entry;
  }

  function wholes(tag: number, most: number): number[] {
    const entry = getEntry(tag, wholeTypes);
    if (entry === null) return [];
    const { type, from, count } = entry;
    return Array.from({ length: Math.min(count, most) }, (_unused, index) => {
      if (type === 1) return view.getUint8(from + index);
      return type === 3 ? view.getUint16(from + 2 * index, little) : view.getUint32(from + 4 * index, little);
    });
  }

  return {
    /** The first values of an entry of whole numbers, at most `most`; empty where there is none. */
    wholes,
    /** The first value of an entry; null where there is none, or where it is no whole number. */
    whole: (tag: number): number | null => wholes(tag, 1)[0] ?? null,
    /** A value that may be a fraction; null where there is none. */
    ratio(tag: number): number | null {
      const entry = getEntry(tag, [5]);
      if (entry === null) return wholes(tag, 1)[0] ?? null;
      return view.getUint32(entry.from, little) / view.getUint32(entry.from + 4, little);
    },
    /** An entry of bytes as it lies in the file, without a copy of it; null where there is none, or none of bytes. */
    bytes(tag: number): Uint8Array | null {
      const entry = getEntry(tag, byteTypes);
      return entry === null ? null : bytes.subarray(entry.from, entry.from + entry.count);
    },
  };
}
