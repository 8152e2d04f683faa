/** The bytes of a part of a file in base64, as they cross the bridge. Rejects where the file cannot be read any more. */
export async function encodeBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let letters = '';
  // In steps: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    letters += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return btoa(letters);
}
