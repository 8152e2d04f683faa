/** The key of a form's draft. Corrections and a vendor's checks have their own. */
export function toDraftKey({
  about,
  replaces,
  draftId,
}: {
  /** Whom a new one is about, by the vendor's ID or whatever names it alone; null where nobody is named. */
  about: string | null;
  replaces: string | null;
  draftId: string | null;
}): string {
  if (replaces !== null) return `corrects:${replaces}`;
  const id = draftId ?? (about === null ? null : idAbout(about));
  return id === null ? 'new' : `new:${id}`;
}

const draftIdPattern = /^[0-9a-f-]{36}$/;

/** A name as a draft's ID, which are 36 characters: the name itself where it is such a one, otherwise one made from it. */
function idAbout(name: string): string {
  const id = name.trim().toLowerCase();
  if (draftIdPattern.test(id)) return id;
  const parts = [1, 2, 3, 4].map((part) => hashed(`${part} ${name.trim()}`));
  return parts.join('').padEnd(36, '0');
}

/** FNV-1a over the text's UTF-16 units, as eight hexadecimal figures. */
function hashed(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
