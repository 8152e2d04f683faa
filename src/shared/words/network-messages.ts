import { listPairs, listWords } from '../base/fold-text.ts';
import { ownNames } from '../base/own-member.ts';

export interface Obstacle {
  kind: keyof typeof obstacles;
  brief: string;
  sentence: string;
}

/** The token could not be searched for in the answer, so nothing of it is kept. */
export const unsearchedAnswer = 'ANSWER_NOT_SEARCHED';

/** The texts by the code of a failure: the brief one and the sentence. `{more}` is what follows the code, `{code}` the code. */
const obstacles = {
  NETWORK_SIGN_IN: [
    'This network wants a sign-in',
    'This network wants you to sign in first. Sign in to it in the browser, then Gangway continues automatically.',
  ],
  FOREIGN_PAGE: [
    'A web page came instead of an answer',
    'The service returned a web page instead of an answer. Sign in to the Wi-Fi first, or check the service address. Gangway sends nothing until the service itself answers.',
  ],
  FOREIGN_ANSWER: [
    'Something else answered',
    'The reply is not from the service. Sign in to the Wi-Fi first, or check the service address. Gangway sends nothing until the service itself answers.',
  ],
  [unsearchedAnswer]: [
    'The answer is too complex to read',
    'The service’s answer is too complex to read, so Gangway did not keep it.',
  ],
  PROXY_SIGN_IN: [
    'The proxy wants a sign-in',
    'The proxy of this network wants a user name and a password. Sign in to it, then Gangway continues automatically.',
  ],
  PROXY_SIGN_IN_REFUSED: [
    'The proxy refused your sign-in',
    'The proxy of this network did not accept the user name or the password. Gangway does not try them again. Sign in with the right ones.',
  ],
  PROXY_SIGN_IN_UNSUPPORTED: [
    'A proxy sign-in of an unknown kind',
    'The proxy of this network needs a sign-in that Gangway doesn’t support{more}. Ask your IT department for a proxy with a user name and password (Basic), or for access to this service without the proxy.',
  ],
  PROXY_REFUSED: [
    'The proxy refused the connection{more}',
    'The proxy of this network blocks access to this service{more}. Ask your IT department to allow it.',
  ],
  PROXY_UNREACHABLE: [
    'The proxy can’t be reached',
    'The proxy of this network can’t be reached. If you are not on your company’s network, connect to it, or change the proxy in the system’s settings.',
  ],
  PROXY_CERTIFICATE: [
    'The proxy’s certificate is not trusted',
    'The certificate of this network’s proxy is not trusted{more}. Ask your IT department.',
  ],
  PROXY_KIND_UNSUPPORTED: [
    'Gangway cannot use this kind of proxy',
    'The system’s settings use a kind of proxy that Gangway can’t use{more}. Ask your IT department for an HTTP, HTTPS or SOCKS 5 proxy.',
  ],
  CERT_HAS_EXPIRED: [
    'The service’s certificate has expired',
    'The service’s certificate has expired, so Gangway doesn’t connect. Check the clock of this computer. If it is right, tell your IT department.',
  ],
  CERT_NOT_YET_VALID: [
    'The service’s certificate is not valid yet',
    'The service’s certificate is not valid yet, so Gangway doesn’t connect. The clock of this computer is probably wrong. Set it, then try again.',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'The certificate is for another address',
    'The certificate is for another address, so Gangway doesn’t connect. Check the service address, and whether this network wants you to sign in first. Otherwise ask your IT department.',
  ],
  CERT_UNTRUSTED: [
    'Certificate of an unknown authority',
    'The service’s certificate comes from an authority that this computer does not know, so Gangway doesn’t connect. If your company has its own, ask your IT department to install its certificate on this computer, then start Gangway again.',
  ],
  CERT_REJECTED: [
    'The service’s certificate is not valid',
    'The service’s certificate is not valid ({code}), so Gangway doesn’t connect. Ask your IT department.',
  ],
  EPROTO: [
    'No secure connection could be made',
    'No secure connection to the service could be made ({code}). Check the service address, and whether this network wants you to sign in first.',
  ],
} as const satisfies Record<string, readonly [brief: string, sentence: string]>;

const unknownAuthority = new Set(
  listWords(`
    DEPTH_ZERO_SELF_SIGNED_CERT, SELF_SIGNED_CERT_IN_CHAIN, UNABLE_TO_VERIFY_LEAF_SIGNATURE,
    UNABLE_TO_GET_ISSUER_CERT, UNABLE_TO_GET_ISSUER_CERT_LOCALLY, INVALID_CA
  `),
);
const otherCertificateTrouble = new Set(
  listWords(`
    CERT_REVOKED, CERT_SIGNATURE_FAILURE, CERT_CHAIN_TOO_LONG, PATH_LENGTH_EXCEEDED, INVALID_PURPOSE, EE_KEY_TOO_SMALL,
    CA_KEY_TOO_SMALL, CA_MD_TOO_WEAK
  `),
);
const schemeNames = new Map(
  listPairs('ntlm: NTLM, negotiate: Negotiate, kerberos: Kerberos, digest: Digest'),
);

/** Explains a failed connection by its code from the transport, Node or TLS; null if it says no more than "no answer". */
export function findObstacle(detail: string): Obstacle | null {
  const [code = '', ...words] = detail.split(' ');
  const kind = findKind(code);
  if (kind === null) return null;
  const named = words.map((word) => schemeNames.get(word) ?? word);
  const said = named.join(kind === 'PROXY_SIGN_IN_UNSUPPORTED' ? ', ' : ' ');
  const more = said === '' ? '' : ` (${said})`;
  const [brief, sentence] = obstacles[kind].map((text) =>
    text.replace('{more}', () => more).replace('{code}', () => code),
  );
  return { kind, brief: brief ?? '', sentence: sentence ?? '' };
}

function findKind(code: string): Obstacle['kind'] | null {
  if (unknownAuthority.has(code)) return 'CERT_UNTRUSTED';
  if (otherCertificateTrouble.has(code)) return 'CERT_REJECTED';
  if (code === 'HOSTNAME_MISMATCH') return 'ERR_TLS_CERT_ALTNAME_INVALID';
  if (code.startsWith('ERR_SSL_')) return 'EPROTO';
  return ownNames(obstacles).find((name) => name === code) ?? null;
}

export const wantsProxySignIn = (obstacle: Obstacle | null): boolean =>
  obstacle?.kind === 'PROXY_SIGN_IN' || obstacle?.kind === 'PROXY_SIGN_IN_REFUSED';

/** Whether opening a page in the browser shows what the network wants. */
export const mayWantNetworkSignIn = (obstacle: Obstacle | null): boolean =>
  ['NETWORK_SIGN_IN', 'FOREIGN_PAGE', 'FOREIGN_ANSWER'].includes(obstacle?.kind ?? '');
