/** The five operations of the service. */
export type Operation =
  | 'getVendorProfile'
  | 'inviteVendor'
  | 'queueVerification'
  | 'getVerificationResult'
  | 'getDocumentResult';

/**
 * What one answer means by the contract and the rules for services, as this judge understands them; the app's code has no
 * part in it.
 */
export type Meaning =
  /** What the operation promises. */
  | 'result'
  /** A success of the queue operation without an id. */
  | 'no_id'
  /** A success in a shape that nobody described; it promises nothing. */
  | 'strange'
  /** A success that does not say clearly whether it was done. */
  | 'unclear'
  /** A success whose body nobody can read: cut, broken, or no JSON. */
  | 'unreadable'
  /** A success without a body, or 202: nothing to read yet. */
  | 'empty'
  /** A success by its code whose body says that it failed. */
  | 'failure'
  /** A success that is a page for people, or other content that no service sends which speaks JSON: another may have sent it. */
  | 'page'
  | 'refused'
  | 'unknown_id'
  | 'token'
  | 'busy'
  | 'redirect'
  /** 500, 502, 504: it may have been done or not. */
  | 'trouble'
  /** 511: a network on the way answered, the service was not asked. */
  | 'portal'
  /** Nothing came back, or not before the app stopped waiting. */
  | 'silence';

/** After such an answer to a request that changes something nobody knows whether it was done. */
export const openMeanings: ReadonlySet<Meaning> = new Set([
  'unreadable',
  'page',
  'trouble',
  'silence',
  'strange',
  'unclear',
]);

/** What stands in a result that the app may draw a conclusion from; null where it is not said. */
export interface ResultFacts {
  status: string | null;
  isVerified: boolean | null;
  isMatch: boolean | null;
  /** Whether it carries the id of another request. */
  anotherId: boolean;
  expiry: ExpiryFact | null;
  /** Whether nobody may conclude a yes from it. */
  noYes: boolean;
}

export interface ExpiryFact {
  text: string;
  /** The day that the service means by it, as 2027-03-31; null where it is no date. */
  day: string | null;
  /** Whether it can be read in two ways by those who do not know how the service writes dates. */
  twoWays: boolean;
}

export interface DocumentFacts {
  status: string | null;
  errors: string | null;
  /** The overall score on 0 to 100 as the service means it; null where there is none, or none on the scale. */
  overall: number | null;
  /** The parts of that score, and the confidence, in the same way. */
  parts: Record<string, number>;
  confidence: number | null;
  /** Whether nobody may accept it without a person having looked at it. */
  noYes: boolean;
}
