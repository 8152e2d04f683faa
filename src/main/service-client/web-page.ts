/**
 * Whether a body is a page for people instead of an answer of the service: the sign-in page of a network, or a web site
 * that stands where the service was looked for. JSON is none, whatever it is called, and neither is nothing at all.
 */
export function isWebPage(contentType: string | null, body: string): boolean {
  const text = body.replace(/^\uFEFF/, '').trimStart();
  if (text === '' || /^[[{"]/.test(text)) return false;
  return (
    /\bx?html\b/i.test(contentType ?? '') || /^<(!doctype\s+html|html|head|body|script|meta)\b/i.test(text)
  );
}
