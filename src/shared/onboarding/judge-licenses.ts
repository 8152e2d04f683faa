import { stateForm } from '../comparison/states.ts';
import { foldLetters } from '../fold-text.ts';
import { judgeLicense, type LicenseVerdict, type VerdictKind } from '../license-verdict.ts';
import { toCalendarDay, toDayNumber } from './calendar.ts';
import {
  bestFinding,
  isStale,
  judgeEnd,
  showDay,
  showDecided,
  showExpiry,
  toFinding,
  worstFinding,
  type Finding,
  type JudgingDay,
} from './finding.ts';
import type { LicenseRequirement } from './requirement-set.ts';
import type { LicenseFact, VendorFacts } from './vendor-facts.ts';

/** What no person can accept: it says that this is no license to rely on, or nothing of this license. */
const beyondAccepting: ReadonlySet<VerdictKind> = new Set([
  'another_id',
  'another_license',
  'nothing_found',
  'expired',
  'not_verified',
  'problem',
]);
/** What a person may accept as being of no substance, and how it stands until one does. */
const acceptable: ReadonlyMap<VerdictKind, 'failed' | 'waiting'> = new Map([
  ['differs', 'failed'],
  ['no_match', 'failed'],
  ['unclear', 'waiting'],
  ['caution', 'waiting'],
  ['not_compared', 'waiting'],
]);

/** What a requirement of a license finds among the verifications of a vendor. */
export function judgeLicenses(rule: LicenseRequirement, { licenses }: VendorFacts, day: JudgingDay): Finding {
  const own = licenses.filter((license) => fits(license, rule));
  const findings = newestAnswers(own).flatMap((same) => {
    const worst = worstFinding(same.map((license) => judgeOne(license, rule, day)));
    return worst === null ? [] : [worst];
  });
  const place = rule.state === null ? '' : ` in ${rule.state}`;
  const what = rule.trade === null ? `license${place}` : `license for ${rule.trade}${place}`;
  return bestFinding(findings) ?? toFinding('missing', `No ${what} was submitted.`, { step: 'submit' });
}

function fits(license: LicenseFact, rule: LicenseRequirement): boolean {
  if (license.verdict.replaced || license.entryState === 'cancelled') return false;
  const trade = rule.trade === null || foldLetters(rule.trade) === foldLetters(license.trade ?? '');
  return trade && (rule.state === null || stateForm(rule.state) === stateForm(license.state ?? ''));
}

/** Of answers about one license the newest count; what is not answered yet stands beside them. */
function newestAnswers(licenses: readonly LicenseFact[]): LicenseFact[][] {
  const groups = new Map<string, LicenseFact[]>();
  for (const license of licenses) {
    const { answeredAt } = license.verdict;
    const key =
      license.licenseKey === null || answeredAt === null ? `\n${license.entryId}` : license.licenseKey;
    const before = groups.get(key) ?? [];
    const beforeAt = before[0]?.verdict.answeredAt ?? answeredAt;
    if ((answeredAt ?? 0) > (beforeAt ?? 0)) groups.set(key, [license]);
    else if (answeredAt === beforeAt) groups.set(key, [...before, license]);
  }
  return [...groups.values()];
}

function judgeOne(license: LicenseFact, rule: LicenseRequirement, day: JudgingDay): Finding {
  const record = { kind: 'verification', id: license.entryId } as const;
  switch (license.entryState) {
    case 'queued':
    case 'sending':
    case 'waiting':
      return toFinding('waiting', 'The verification waits to be sent.', { record, step: 'see_verification' });
    case 'in_doubt':
      return toFinding(
        'waiting',
        'The verification may have been sent. Somebody has to decide whether to send it again.',
        {
          record,
          step: 'see_verification',
        },
      );
    case 'rejected':
      return toFinding('failed', 'The service refused the verification.', {
        record,
        step: 'see_verification',
      });
    case 'dead':
    case 'cancelled':
      return toFinding('missing', 'The verification could not be sent. Try again.', {
        record,
        step: 'see_verification',
      });
    case 'accepted':
      return license.markedByPerson
        ? toFinding(
            'waiting',
            'Marked as sent by a person, so no result will come. Submit it again, or waive this.',
            {
              record,
              step: 'see_verification',
            },
          )
        : judgeResult(license, rule, day);
  }
}

function judgeResult(license: LicenseFact, rule: LicenseRequirement, day: JudgingDay): Finding {
  const { answeredAt, expiresOn } = license.verdict;
  const lastDay = license.verdict.evidence.expiresFrom ?? expiresOn;
  const until = lastDay === null ? null : toDayNumber(lastDay);
  if (until !== null) judgeEnd(until, rule.soonDays, day);
  const details = {
    record: { kind: 'verification', id: license.entryId },
    asOf: answeredAt,
    until,
    step: 'see_verification',
  } as const;
  const verdict = judgeLicense(license.verdict, day.words, toCalendarDay(day.today));
  const kinds = verdict.reasons.map(({ kind }) => kind);
  const accepted = license.decision?.choice === 'accept_differences';
  const against = verdict.reasons.find(({ kind }) => beyondAccepting.has(kind));
  if (against !== undefined) {
    return toFinding('failed', `${against.sentence}${accepted ? ' Nobody can accept that.' : ''}`, details);
  }
  const doubtful = verdict.reasons.find(({ kind }) => acceptable.has(kind));
  if (doubtful !== undefined && !accepted) {
    const { decision } = license;
    const asked =
      decision?.choice === 'ask_vendor'
        ? ` The vendor was asked${showDecided(decision.by, decision.at, day)}.`
        : '';
    return toFinding(acceptable.get(doubtful.kind) ?? 'failed', `${doubtful.sentence}${asked}`, details);
  }
  if (!kinds.includes('verified')) {
    const byHand = kinds.includes('by_hand');
    return toFinding('waiting', openSentence(verdict), { ...details, step: byHand ? 'check_now' : null });
  }
  if (until === null && !license.verdict.evidence.neverExpires) {
    const unclear = 'The expiration can’t be read for sure, so it is not known when the license expires.';
    const none = 'It is verified, but no expiry date is known.';
    return toFinding('missing', license.verdict.expiryUnclear ? unclear : none, details);
  }
  if (answeredAt !== null && isStale(answeredAt, rule.maxAgeDays, day)) {
    const read = `The answer is from ${showDay(day.toDay(answeredAt))}, which is older than this rule allows.`;
    return toFinding('missing', read, { ...details, stale: true, step: 'check_now' });
  }
  const said =
    license.decision !== null && doubtful !== undefined
      ? `${doubtful.sentence} Accepted${showDecided(license.decision.by, license.decision.at, day)}. `
      : '';
  if (until === null)
    return toFinding('met', `${said}Verified. It does not expire.`, { ...details, step: null });
  const end = judgeEnd(until, rule.soonDays, day);
  return end === 'fine'
    ? toFinding('met', `${said}Verified, and valid until ${showDay(until)}.`, { ...details, step: null })
    : toFinding('expiring', `${said}Verified, but it ${showExpiry(until, day.today)}.`, {
        ...details,
        step: 'submit',
      });
}

/** Why a result says neither yes nor no so far. */
function openSentence({ reasons }: LicenseVerdict): string {
  const open = reasons.find(({ kind }) => kind !== 'expires_soon' && kind !== 'expiry_unclear');
  return open?.sentence ?? 'No final result is in yet.';
}
