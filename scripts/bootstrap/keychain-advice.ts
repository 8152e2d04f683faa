/** What a system lacks for the keychain's library; nothing where it was not compiled though all is there. */
export interface KeychainProblem {
  platform: NodeJS.Platform;
  /** Names of Debian packages. */
  missing: string[];
  /** The command that installs them, where apt is. */
  installCommand: string | undefined;
  /** Where the builder's own words are. */
  log: string;
}

/** What is said before the app starts without a keychain. */
export function adviceForStart(problem: KeychainProblem) {
  return `The keychain cannot be used: ${cause(problem)}. ${remedy(problem)} and start again; until then the access token is kept only until the app closes.`;
}

/** What is said in place of tests that cannot pass without a keychain. */
export function adviceForTests(problem: KeychainProblem) {
  return `The tests need a keychain, and it cannot be used: ${cause(problem)}. ${remedy(problem)} and run the tests again.`;
}

/**
 * Whether building is worth another try: something has come that was missing the last time.
 * @param before what was missing then; undefined where nothing is known of it
 * @param now what is missing
 */
export function isWorthAnotherTry(before: unknown[] | undefined, now: string[]) {
  return before === undefined || before.some((each) => !now.includes(String(each)));
}

/** Other systems call the packages differently. */
const partNames = new Map([
  ['libsecret-1-dev', 'libsecret with its development files'],
  ['python3', 'Python 3'],
  ['g++', 'a C++ compiler'],
]);

function cause({ missing, installCommand, log }: KeychainProblem) {
  if (missing.length === 0) return `its library could not be built (see ${log})`;
  const names = installCommand === undefined ? missing.map((each) => partNames.get(each) ?? each) : missing;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${list} ${names.length === 1 ? 'is' : 'are'} not installed`;
}

function remedy({ platform, missing, installCommand }: KeychainProblem) {
  if (installCommand !== undefined && missing.length > 0) return `Run "${installCommand}"`;
  if (missing.length > 0) return `Install ${missing.length === 1 ? 'it' : 'them'}`;
  return platform === 'linux'
    ? 'Correct what it reports, run "npm ci"'
    : 'Install the C++ build tools of this system and Python 3, run "npm ci"';
}
