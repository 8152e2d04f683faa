/** Details of an exchange that something else than the service answered; src/shared/network-words.ts has the sentences. */
export const foreignPage = 'FOREIGN_PAGE';
/** The network wants the person to sign in before it lets anything through (RFC 6585, 6, and what portals do without it). */
export const networkSignIn = 'NETWORK_SIGN_IN';
