/** A name of a server and a path, without a scheme: `files.example.com/a.pdf`, but not `v1.2/a.pdf`. */
const hostAndPath = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d{1,5})?\//i;

/** Whether a text names a file or page by a part of its address alone. */
export function isRelativeAddress(text: string): boolean {
  const address = text.trim();
  return address !== '' && !hostAndPath.test(address) && !URL.canParse(address);
}

/**
 * The whole address of a file or page that the service names by a part of it: where the settings say that files are, or
 * else at the service's own address, both taken as folders. What is whole already, or nothing at all, stays as it is.
 * Whether it may be opened or fetched is not said by this.
 */
export function absoluteAddress(
  text: string,
  { baseUrl, fileBaseUrl }: { baseUrl: string; fileBaseUrl: string | null },
): string {
  const address = text.trim();
  if (address === '') return text;
  if (hostAndPath.test(address)) return `https://${address}`;
  if (URL.canParse(address)) return text;
  const folder = `${fileBaseUrl ?? baseUrl}/`;
  return URL.canParse(address, folder) ? new URL(address, folder).href : text;
}
