import { listWords } from '../base/fold-text.ts';
import { ownMember } from '../base/own-member.ts';

export interface Obstacle {
  kind:
    | 'network_sign_in'
    | 'foreign_page'
    | 'answer_unsearched'
    | 'proxy_sign_in'
    | 'proxy_sign_in_refused'
    | 'proxy_sign_in_unsupported'
    | 'proxy_refused'
    | 'proxy_unreachable'
    | 'proxy_certificate'
    | 'proxy_kind'
    | 'certificate_expired'
    | 'certificate_early'
    | 'certificate_unknown'
    | 'certificate_name'
    | 'certificate_other'
    | 'no_encryption';
  /** For one line, without a full stop. */
  brief: string;
  /** What is wrong and what to do about it. */
  sentence: string;
}

/** The token could not be searched for in the answer, so nothing of it is kept. */
export const unsearchedAnswer = 'ANSWER_NOT_SEARCHED';

const unknownAuthority = new Set(
  listWords(`
    DEPTH_ZERO_SELF_SIGNED_CERT, SELF_SIGNED_CERT_IN_CHAIN, UNABLE_TO_VERIFY_LEAF_SIGNATURE,
    UNABLE_TO_GET_ISSUER_CERT, UNABLE_TO_GET_ISSUER_CERT_LOCALLY, CERT_UNTRUSTED, INVALID_CA
  `),
);

const otherCertificateTrouble = new Set(
  listWords(`
    CERT_REVOKED, CERT_REJECTED, CERT_SIGNATURE_FAILURE, CERT_CHAIN_TOO_LONG, PATH_LENGTH_EXCEEDED,
    INVALID_PURPOSE, EE_KEY_TOO_SMALL, CA_KEY_TOO_SMALL, CA_MD_TOO_WEAK
  `),
);

/** Explains a failed connection by its code from the transport, Node or TLS; null if it says no more than "no answer". */
export function findObstacle(detail: string): Obstacle | null {
  const [code = '', ...more] = detail.split(' ');
  switch (code) {
    case 'NETWORK_SIGN_IN':
      return {
        kind: 'network_sign_in',
        brief: 'This network wants a sign-in',
        sentence:
          'This network wants you to sign in first. Sign in to it in the browser, then Gangway continues automatically.',
      };
    case 'FOREIGN_PAGE':
      return {
        kind: 'foreign_page',
        brief: 'A web page came instead of an answer',
        sentence:
          'The service returned a web page instead of an answer. Sign in to the Wi-Fi first, or check the service address. Gangway sends nothing until the service itself answers.',
      };
    case 'FOREIGN_ANSWER':
      return {
        kind: 'foreign_page',
        brief: 'Something else answered',
        sentence:
          'The reply is not from the service. Sign in to the Wi-Fi first, or check the service address. Gangway sends nothing until the service itself answers.',
      };
    case unsearchedAnswer:
      return {
        kind: 'answer_unsearched',
        brief: 'The answer is too complex to read',
        sentence: 'The service’s answer is too complex to read, so Gangway did not keep it.',
      };
    case 'PROXY_SIGN_IN':
      return {
        kind: 'proxy_sign_in',
        brief: 'The proxy wants a sign-in',
        sentence:
          'The proxy of this network wants a user name and a password. Sign in to it, then Gangway continues automatically.',
      };
    case 'PROXY_SIGN_IN_REFUSED':
      return {
        kind: 'proxy_sign_in_refused',
        brief: 'The proxy refused your sign-in',
        sentence:
          'The proxy of this network did not accept the user name or the password. Gangway does not try them again. Sign in with the right ones.',
      };
    case 'PROXY_SIGN_IN_UNSUPPORTED':
      return {
        kind: 'proxy_sign_in_unsupported',
        brief: 'A proxy sign-in of an unknown kind',
        sentence: `The proxy of this network needs a sign-in that Gangway doesn’t support (${schemeText(more)}). Ask your IT department for a proxy with a user name and password (Basic), or for access to this service without the proxy.`,
      };
    case 'PROXY_REFUSED':
      return {
        kind: 'proxy_refused',
        brief: `The proxy refused the connection${said(more)}`,
        sentence: `The proxy of this network blocks access to this service${said(more)}. Ask your IT department to allow it.`,
      };
    case 'PROXY_UNREACHABLE':
      return {
        kind: 'proxy_unreachable',
        brief: 'The proxy can’t be reached',
        sentence:
          'The proxy of this network can’t be reached. If you are not on your company’s network, connect to it, or change the proxy in the system’s settings.',
      };
    case 'PROXY_CERTIFICATE':
      return {
        kind: 'proxy_certificate',
        brief: 'The proxy’s certificate is not trusted',
        sentence: `The certificate of this network’s proxy is not trusted${said(more)}. Ask your IT department.`,
      };
    case 'PROXY_KIND_UNSUPPORTED':
      return {
        kind: 'proxy_kind',
        brief: 'Gangway cannot use this kind of proxy',
        sentence: `The system’s settings use a kind of proxy that Gangway can’t use${said(more)}. Ask your IT department for an HTTP, HTTPS or SOCKS 5 proxy.`,
      };
    case 'CERT_HAS_EXPIRED':
      return {
        kind: 'certificate_expired',
        brief: 'The service’s certificate has expired',
        sentence:
          'The service’s certificate has expired, so Gangway doesn’t connect. Check the clock of this computer. If it is right, tell your IT department.',
      };
    case 'CERT_NOT_YET_VALID':
      return {
        kind: 'certificate_early',
        brief: 'The service’s certificate is not valid yet',
        sentence:
          'The service’s certificate is not valid yet, so Gangway doesn’t connect. The clock of this computer is probably wrong. Set it, then try again.',
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        kind: 'certificate_name',
        brief: 'The certificate is for another address',
        sentence:
          'The certificate is for another address, so Gangway doesn’t connect. Check the service address, and whether this network wants you to sign in first. Otherwise ask your IT department.',
      };
    default:
      return otherObstacle(code);
  }
}

function otherObstacle(code: string): Obstacle | null {
  if (unknownAuthority.has(code)) {
    return {
      kind: 'certificate_unknown',
      brief: 'Certificate of an unknown authority',
      sentence:
        'The service’s certificate comes from an authority that this computer does not know, so Gangway doesn’t connect. If your company has its own, ask your IT department to install its certificate on this computer, then start Gangway again.',
    };
  }
  if (otherCertificateTrouble.has(code)) {
    return {
      kind: 'certificate_other',
      brief: 'The service’s certificate is not valid',
      sentence: `The service’s certificate is not valid (${code}), so Gangway doesn’t connect. Ask your IT department.`,
    };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return {
      kind: 'no_encryption',
      brief: 'No secure connection could be made',
      sentence: `No secure connection to the service could be made (${code}). Check the service address, and whether this network wants you to sign in first.`,
    };
  }
  return null;
}

/** Whether a user name and a password for the proxy would help. */
export function wantsProxySignIn(obstacle: Obstacle | null): boolean {
  return obstacle?.kind === 'proxy_sign_in' || obstacle?.kind === 'proxy_sign_in_refused';
}

/** Whether opening a page in the browser shows what the network wants. */
export function mayWantNetworkSignIn(obstacle: Obstacle | null): boolean {
  return obstacle?.kind === 'network_sign_in' || obstacle?.kind === 'foreign_page';
}

function said(more: readonly string[]): string {
  return more.length === 0 ? '' : ` (${more.join(' ')})`;
}

const schemeNames: Record<string, string> = {
  ntlm: 'NTLM',
  negotiate: 'Negotiate',
  kerberos: 'Kerberos',
  digest: 'Digest',
};

function schemeText(schemes: readonly string[]): string {
  return schemes.map((scheme) => ownMember(schemeNames, scheme) ?? scheme).join(', ');
}
