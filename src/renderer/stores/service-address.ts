import { absoluteAddress } from '#shared/base/absolute-address.ts';
import { useWorkspace } from './session.ts';

/** An address without its scheme. */
export function shortAddress(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, '');
}

/** Makes whole what the service names by a part of an address; null where it names nothing. */
export function useServiceAddress(): (text: string | null | undefined) => string | null {
  const { baseUrl, settings } = useWorkspace();
  return (text) =>
    text == null || text.trim() === ''
      ? null
      : absoluteAddress(text, { baseUrl, fileBaseUrl: settings.fileBaseUrl });
}
