import fc from 'fast-check';
import { parseLaunchArgs, taskWord } from '#main/desktop/launch-args.ts';
import { linkTarget, targetOfLink, type LinkTarget } from '#shared/service/app-link.ts';
import { windowRequest } from '#shared/ipc/desktop.ts';
import { isUuid, endpoints, vendorIdProblem } from '#shared/service/operations.ts';
import { getCases, type FuzzTarget } from '../target.ts';
import { hostileText } from '../values.ts';

const piece = fc.oneof(
  fc.uuid(),
  hostileText,
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    'document',
    'vendor',
    '/',
    '//',
    '..',
    '?',
    '#',
    '@',
    ':',
    '%2f',
    '%2e',
    '%00',
    '%E2%80%AE',
    '48213',
  ),
);
const links = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('gangway:', 'gangway://', 'GANGWAY://', 'https://', 'file://', ''),
      fc.array(piece, { maxLength: 5 }),
    )
    .map(([start, pieces]) => start + pieces.join('')),
  fc
    .tuple(fc.constantFrom('gangway://vendor/', 'Gangway://Vendor/', ' gangway://vendor/'), piece, piece)
    .map((parts) => parts.join('')),
  fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((id) => `gangway://vendor/${encodeURIComponent(id.toWellFormed())}`),
  fc.uuid().map((id) => `gangway://document/${id}`),
  fc.webUrl(),
);

/** Words as a system hands them over: the program, its switches, and what was clicked. */
const word = fc.oneof(
  { weight: 3, arbitrary: links },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/opt/Gangway/gangway',
      '--no-sandbox',
      '--hidden',
      '--inspect=9229',
      '--show=',
      '--show=__proto__',
      taskWord('invite'),
      taskWord('outbox'),
    ),
  },
  { weight: 1, arbitrary: piece.map(taskWord) },
);
const commandLine = fc.array(word, { maxLength: 6 });

/** What a link names has to be safe to show and to put into an address, and the same when it is handed on. */
function checkTarget(target: LinkTarget): void {
  if (JSON.stringify(linkTarget.parse(target)) !== JSON.stringify(target))
    throw new Error('It changes on its way.');
  switch (target.kind) {
    case 'document':
      if (!isUuid(target.jobId)) throw new Error(`The job ID ${target.jobId}.`);
      return;
    case 'vendor': {
      const { vendorId } = target;
      if (vendorIdProblem(vendorId) !== null) throw new Error(`The vendor ID ${vendorId}.`);
      if (/[\p{C}\p{Z}%?#\\/]/u.test(vendorId)) throw new Error(`Something hides in ${vendorId}.`);
      const { path } = endpoints.getVendorProfile(vendorId);
      const { pathname, search, hash } = new URL(path, 'https://service.example');
      if (pathname !== path || search !== '' || hash !== '') throw new Error(`The address ${path}.`);
    }
  }
}

function checkLink(link: string): void {
  const target = targetOfLink(link);
  if (target !== null) checkTarget(target);
}

function checkCommandLine(words: readonly string[]): void {
  const { request, unreadable } = parseLaunchArgs(words);
  if (request === null) return;
  if (unreadable) throw new Error('It is read and cannot be read.');
  windowRequest.parse(request);
  if (request.kind === 'link') checkTarget(request.target);
}

/** Links and command lines from outside: nothing, or one place of the app, with an ID that is safe to put into an address. */
export const deepLinks: FuzzTarget = {
  name: 'links',
  open: () =>
    Promise.resolve({
      cases: getCases(fc.oneof(links, commandLine), (given) => {
        if (typeof given === 'string') checkLink(given);
        else checkCommandLine(given);
      }),
      close: () => Promise.resolve(),
    }),
};
