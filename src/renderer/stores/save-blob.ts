/** Offers a file to be saved, under its name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The same of a text. */
export function saveText(file: { fileName: string; contentType: string; text: string }): void {
  saveBlob(new Blob([file.text], { type: file.contentType }), file.fileName);
}
