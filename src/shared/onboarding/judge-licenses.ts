import { stateForm } from '../base/states.ts';
import { foldLetters } from '../base/fold-text.ts';
import { findUnacceptable, judgeLicense, type LicenseVerdict } from '../verdict/license-verdict.ts';
import type { VerdictKind } from '../verdict/verdict-kinds.ts';
import { toCalendarDay, toDayNumber, type DayNumber } from '../base/dates.ts';
import {
  bestFinding,
  isStale,
  judgeEnd,
  showDay,
  showDecided,
  showNearDay,
  toFinding,
  toMetUntil,
  worstFinding,
  type Finding,
  type JudgingDay,
} from './finding.ts';
import type { LicenseRequirement } from './requirement-set.ts';
import type { LicenseFact, VendorFacts } from './vendor-facts.ts';

const acceptable: ReadonlyMap<VerdictKind, 'failed' | 'waiting'> = new Map([
  ['differs', 'failed'],
  ['no_match', 'failed'],
  ['unclear', 'waiting'],
  ['caution', 'waiting'],
  ['not_compared', 'waiting'],
]);

export function judgeLicenses(rule: LicenseRequirement, { licenses }: VendorFacts, day: JudgingDay): Finding {
  const own = licenses.filter((license) => fits(license, rule));
  const findings = newestAnswers(own).flatMap((same) => {
    const worst = worstFinding(same.map((license) => judgeOne(license, rule, day)));
    return worst === null ? [] : [worst];
  });
  const place = rule.state === null ? '' : ` in ${rule.state}`;
  const what = rule.trade === null ? `license${place}` : `license for ${rule.trade}${place}`;
  return bestFinding(findings) ?? toFinding('missing', 'missing', `No ${what} on file.`, { step: 'submit' });
}

function fits(license: LicenseFact, rule: LicenseRequirement): boolean {
  if (license.verdict.replaced || license.entryState === 'cancelled') return false;
  const trade = rule.trade === null || foldLetters(rule.trade) === foldLetters(license.trade ?? '');
  return trade && (rule.state === null || stateForm(rule.state) === stateForm(license.state ?? ''));
}

/** The newest answers about each license, and pending ones beside them. */
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
  const details = {
    record: { kind: 'verification', id: license.entryId },
    step: 'see_verification',
  } as const;
  switch (license.entryState) {
    case 'queued':
    case 'sending':
    case 'waiting': {
      const reason = 'The verification is waiting to be sent.';
      return toFinding('waiting', 'verification not sent yet', reason, details);
    }
    case 'in_doubt': {
      const reason = 'The verification may have been sent. Decide whether to send it again.';
      return toFinding('waiting', 'verification may have been sent', reason, details);
    }
    case 'rejected':
      return toFinding('failed', 'verification refused', 'The service refused the verification.', details);
    case 'dead':
    case 'cancelled': {
      const reason = 'The verification wasn’t sent. Try again.';
      return toFinding('missing', 'verification not sent', reason, details);
    }
    case 'accepted': {
      const reason = 'Marked as sent, so no result will come. Submit it again or waive this.';
      return license.markedByPerson
        ? toFinding('waiting', 'marked as sent', reason, details)
        : judgeResult(license, rule, day);
    }
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
  const rules = { statusWords: day.words, soonDays: day.soonDays };
  const verdict = judgeLicense(license.verdict, rules, toCalendarDay(day.today));
  const kinds = verdict.reasons.map(({ kind }) => kind);
  const accepted = license.decision?.choice === 'accept_differences';
  const against = findUnacceptable(verdict);
  if (against !== undefined) {
    const said = `${against.sentence}${accepted ? ' This can’t be accepted.' : ''}`;
    return toFinding('failed', briefAgainst(against.kind, until, day), said, details);
  }
  const doubtful = verdict.reasons.find(({ kind }) => acceptable.has(kind));
  if (doubtful !== undefined && !accepted) {
    const { decision } = license;
    const asked =
      decision?.choice === 'ask_vendor'
        ? ` The vendor was asked${showDecided(decision.by, decision.at, day)}.`
        : '';
    const state = acceptable.get(doubtful.kind) ?? 'failed';
    const brief = state === 'failed' ? 'doesn’t match' : 'needs review';
    return toFinding(state, brief, `${doubtful.sentence}${asked}`, details);
  }
  if (!kinds.includes('verified')) {
    const byHand = kinds.includes('by_hand');
    const brief = byHand ? 'needs a check by hand' : 'result pending';
    const step = byHand ? 'check_now' : null;
    return toFinding('waiting', brief, openSentence(verdict), { ...details, step });
  }
  if (until === null && !license.verdict.evidence.neverExpires) {
    const said = license.verdict.expiryUnclear
      ? 'Verified, but the expiration date isn’t clear.'
      : 'Verified, but no expiration date is known.';
    return toFinding('missing', 'expiration unknown', said, details);
  }
  if (answeredAt !== null && isStale(answeredAt, rule.maxAgeDays, day)) {
    const read = `Last checked ${showDay(day.toDay(answeredAt))}; a newer check is required.`;
    return toFinding('missing', 'needs a new check', read, { ...details, stale: true, step: 'check_now' });
  }
  const said =
    license.decision !== null && doubtful !== undefined
      ? `${doubtful.sentence} Accepted${showDecided(license.decision.by, license.decision.at, day)}. `
      : '';
  if (until === null)
    return toFinding('met', 'verified', `${said}Verified. Doesn’t expire.`, { ...details, step: null });
  const isSoon = judgeEnd(until, rule.soonDays, day) !== 'fine';
  const { record } = details;
  const met = toMetUntil(until, isSoon, { brief: 'verified', said: `${said}Verified`, step: 'submit' }, day);
  return { ...met, record, asOf: answeredAt };
}

function briefAgainst(kind: VerdictKind, until: DayNumber | null, { today }: JudgingDay): string {
  if (kind === 'expired') return until === null ? 'expired' : `expired ${showNearDay(until, today)}`;
  if (kind === 'nothing_found') return 'not found';
  const isAnother = kind === 'another_id' || kind === 'another_license';
  return isAnother ? 'answer is about another license' : 'not verified';
}

function openSentence({ reasons }: LicenseVerdict): string {
  const open = reasons.find(({ kind }) => kind !== 'expires_soon' && kind !== 'expiry_unclear');
  return open?.sentence ?? 'No final result yet.';
}
