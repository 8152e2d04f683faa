import fc from 'fast-check';
import { documentOfLink } from '#shared/document-link.ts';
import { isUuid } from '#shared/service/operations.ts';
import { casesOf, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';

const piece = fc.oneof(
  fc.uuid(),
  hostileText,
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom('document', 'vendor', '/', '//', '..', '?', '#', '@', ':', '%2f', '%00', '48213'),
);
const links = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('gangway:', 'gangway://', 'GANGWAY://', 'https://', 'file://', ''),
      fc.array(piece, { maxLength: 5 }),
    )
    .map(([start, pieces]) => start + pieces.join('')),
  fc.uuid().map((id) => `gangway://document/${id}`),
  fc.webUrl(),
);

/** Links from outside: nothing, or an ID that is safe to put into an address. */
export const deepLinks: FuzzTarget = {
  name: 'links',
  open: () =>
    Promise.resolve({
      cases: casesOf(links, (link) => {
        const id = documentOfLink(link);
        if (id !== null && (!isUuid(id) || encodeURIComponent(id) !== id)) throw new Error(`The ID ${id}.`);
      }),
      close: () => Promise.resolve(),
    }),
};
