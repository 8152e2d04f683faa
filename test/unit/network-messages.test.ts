import { describe, expect, it } from 'vitest';
import { mayWantNetworkSignIn, findObstacle, wantsProxySignIn } from '#shared/words/network-messages.ts';
import { reasonSentence } from '#shared/words/sentences.ts';

const details = [
  'NETWORK_SIGN_IN',
  'FOREIGN_PAGE',
  'PROXY_SIGN_IN',
  'PROXY_SIGN_IN_REFUSED',
  'PROXY_SIGN_IN_UNSUPPORTED ntlm negotiate',
  'PROXY_REFUSED 403',
  'PROXY_UNREACHABLE ECONNREFUSED',
  'PROXY_CERTIFICATE CERT_HAS_EXPIRED',
  'PROXY_KIND_UNSUPPORTED SOCKS',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_REVOKED',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
];
const unwanted =
  /error occurred|oops|failed to|sync conflict|payload|\brequest\b|idempotent|invalid\b(?!_)|!|\bwe\b/i;

describe('what stands between this computer and the service', () => {
  it.each(details)('%s has a few words, and a sentence that says what to do', (detail) => {
    const obstacle = findObstacle(detail);
    expect(obstacle?.brief).toMatch(/^[A-Z].*[^.]$/);
    expect(obstacle?.sentence).toMatch(/^[A-Z].*\.$/);
    expect(obstacle?.sentence).toMatch(/\b(Ask|Check|Set|Sign in|Give|Correct|connect)\b/i);
    expect(`${obstacle?.brief ?? ''} ${obstacle?.sentence ?? ''}`).not.toMatch(unwanted);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'CONNECT_TIME_OUT', '', 'No network.'])(
    '%j says no more than that nobody answered',
    (detail) => {
      expect(findObstacle(detail)).toBeNull();
    },
  );

  it('has a sentence of its own for each thing that a certificate can be wrong about', () => {
    const sentences = details.slice(9, 13).map((detail) => findObstacle(detail)?.sentence);
    expect(new Set(sentences).size).toBe(4);
    expect(sentences[0]).toContain('clock');
    expect(sentences[3]).toContain('IT department');
  });

  it('names the sign-ins that Gangway does not know', () => {
    expect(findObstacle('PROXY_SIGN_IN_UNSUPPORTED ntlm negotiate')?.sentence).toContain('NTLM, Negotiate');
  });

  it('offers a sign-in and a page only where they help', () => {
    const signIn = details.filter((detail) => wantsProxySignIn(findObstacle(detail)));
    expect(signIn).toEqual(['PROXY_SIGN_IN', 'PROXY_SIGN_IN_REFUSED']);
    const page = details.filter((detail) => mayWantNetworkSignIn(findObstacle(detail)));
    expect(page).toEqual(['NETWORK_SIGN_IN', 'FOREIGN_PAGE']);
  });

  it('is part of why an entry waits, and so is that nothing was sent', () => {
    const sentence = reasonSentence({ code: 'unreachable', detail: 'CERT_HAS_EXPIRED' }, 'invite');
    expect(sentence).toMatch(/certificate has expired.*Nothing was sent\.$/);
  });
});
