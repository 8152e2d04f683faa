/** The value without empty texts, objects and lists, so that blank fields are not sent. */
export function stripEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => stripEmpty(item)).filter((item) => !isEmpty(item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]: [string, unknown]) => [key, stripEmpty(member)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}
