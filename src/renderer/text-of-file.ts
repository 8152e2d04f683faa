/** The text of a file in the encodings that lists come in: UTF-16 by its mark, UTF-8, or else Windows-1252. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8; what older spreadsheets write is nearly always this one.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
