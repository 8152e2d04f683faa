/** Trims characters in linear time; an expression such as `/\/+$/` is quadratic in slashes that are not at the end. */
export function trimCharacters(text: string, start: string, end: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && start.includes(text.charAt(from))) from += 1;
  while (to > from && end.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
