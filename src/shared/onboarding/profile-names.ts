import { listWords } from '../base/fold-text.ts';
import { filled, isolated } from '../base/foreign-text.ts';
import { ownMemberAt } from '../base/own-member.ts';
import type { Reading } from '../service/reading.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';

export interface ProfileNames {
  names: string[];
  /** Why there may be more, in a sentence; null where everything was read. */
  unread: string | null;
}

type ProfileReading = Reading<VendorProfile>;
type Path = readonly string[];

/** Where names may be, as in `location.state`. */
const toPaths = (list: string): readonly Path[] => listWords(list).map((path) => path.split('.'));
const sitePaths = toPaths(
  'jobSites, enrollmentDetails.jobSites, job_sites, enrollmentDetails.job_sites, enrollment_details.job_sites, jobSite, sites',
);
const servicePaths = toPaths('services, specialties, service, specialty');
const statePaths = toPaths(
  'location.stateCode, location.state_code, location.state, stateCode, state_code, state',
);

const nameMembers = listWords('name, title, label, value, code, siteName, site_name, state, stateCode');

export const listJobSites = (reading: ProfileReading | null): ProfileNames =>
  gather(reading, 'job sites', sitePaths);

export const listServices = (reading: ProfileReading | null): ProfileNames =>
  gather(reading, 'services', servicePaths, 'specialties');

export const listStates = (reading: ProfileReading | null): ProfileNames =>
  gather(reading, 'state', statePaths);

function gather(
  reading: ProfileReading | null,
  what: string,
  paths: readonly Path[],
  inner: string | null = null,
): ProfileNames {
  if (reading === null) return { names: [], unread: null };
  const names: string[] = [];
  const unread: unknown[] = [];
  for (const path of paths) for (const value of cameAt(reading, path)) readNames(value, inner, names, unread);
  for (const { path, raw } of reading.validationIssues) {
    if (inner !== null && path.at(-1) === inner && path.length > 1) readNames(raw, inner, names, unread);
  }
  if (unread.length === 0) return { names, unread: null };
  const [first] = unread;
  const said = isolated((typeof first === 'string' ? first : (JSON.stringify(first) ?? '')).slice(0, 100));
  return { names, unread: `May apply: the profile’s ${what} can’t be read (“${said}”). Check by hand.` };
}

function cameAt({ value, validationIssues }: ProfileReading, path: Path): unknown[] {
  const found = ownMemberAt(value, path);
  if (validationIssues.length === 0) return found == null ? [] : [found];
  const isAt = (other: readonly (string | number)[]) => other.join('.') === path.join('.');
  const whole = validationIssues.filter((issue) => isAt(issue.path)).map(({ raw }) => raw);
  if (whole.length > 0) return whole;
  const items = validationIssues.filter(
    ({ path: at }) => isAt(at.slice(0, -1)) && typeof at.at(-1) === 'number',
  );
  return found == null ? [] : [found, ...items.map(({ raw }) => raw)];
}

function readNames(value: unknown, inner: string | null, names: string[], unread: unknown[]): void {
  if (value == null || value === '') return;
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    if (filled(text) === null) return;
    // "Pier 4, Pier 5" may be two names or one.
    names.push(text, ...(/[,;|]/.test(text) ? text.split(/[,;|]/).map((part) => part.trim()) : []));
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) readNames(item, inner, names, unread);
    return;
  }
  const members = new Map<string, unknown>(typeof value === 'object' ? Object.entries(value) : []);
  const own = nameMembers
    .map((name) => members.get(name))
    .filter((name) => typeof name === 'string')
    .filter((name) => name !== '');
  const deeper = inner === null ? undefined : members.get(inner);
  names.push(...own);
  if (deeper != null) readNames(deeper, inner, names, unread);
  if (own.length === 0 && deeper == null && members.size > 0) unread.push(value);
  if (typeof value === 'boolean') unread.push(value);
}
