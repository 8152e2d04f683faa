/** Offers a text as a file to save, under the name that was given with it. */
export function saveFile({
  fileName,
  contentType,
  text,
}: {
  fileName: string;
  contentType: string;
  text: string;
}): void {
  const address = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
