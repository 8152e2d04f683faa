import { foldText } from '../base/fold-text.ts';
import { filled } from '../base/foreign-text.ts';
import { vendorFieldLabel, valuesAt } from '../service/vendor-fields.ts';
import type { VendorProfile } from '../service/vendor-profile.ts';
import { getMeaning } from '../settings/status.ts';
import { isStale, showDay, showNearDay, toFinding, type Finding, type JudgingDay } from './finding.ts';
import type { ProfileRequirement } from './requirement-set.ts';
import type { InviteFact, VendorFacts } from './vendor-facts.ts';

export function judgeProfile(rule: ProfileRequirement, facts: VendorFacts, day: JudgingDay): Finding {
  if (rule.ask.what === 'compliance') return judgeCompliance(rule, facts, day);
  if (facts.profile === null) return withoutProfile(facts, day);
  const { reading, fetchedAt } = facts.profile;
  const details = {
    record: facts.vendorId === null ? null : ({ kind: 'profile', id: facts.vendorId } as const),
    asOf: fetchedAt,
  };
  const stale = isStale(fetchedAt, rule.maxAgeDays, day);
  const found = judgeField(rule.ask, reading.value);
  if (found.state === 'met' && stale) {
    const fetched = `Profile fetched ${showDay(day.toDay(fetchedAt))}; a newer one is required.`;
    return toFinding('missing', 'outdated', fetched, { ...details, stale, step: 'refresh' });
  }
  const step = found.state === 'met' ? null : 'refresh';
  return toFinding(found.state, found.brief, found.reason, { ...details, stale, step });
}

const textsAt = (profile: VendorProfile, field: string): string[] =>
  valuesAt(profile, field.split('.')).flatMap((value) => {
    if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'string' ? (filled(value) ?? []) : [];
  });

function judgeField(
  ask: Exclude<ProfileRequirement['ask'], { what: 'compliance' }>,
  profile: VendorProfile,
): Pick<Finding, 'state' | 'brief' | 'reason'> {
  if (ask.what === 'readable') return { state: 'met', brief: 'on file', reason: 'Profile on file.' };
  const label = vendorFieldLabel(ask.field.split('.'));
  const texts = textsAt(profile, ask.field);
  const said = texts.join(', ');
  if (texts.length === 0)
    return { state: 'missing', brief: 'not provided', reason: `${label}: not provided in the profile.` };
  const met = { state: 'met', brief: 'on file', reason: `${label}: ${said}.` } as const;
  if (ask.what === 'given') return met;
  const allowed = new Set(ask.values.map(foldText));
  if (texts.some((text) => allowed.has(foldText(text)))) return met;
  const asked = `profile says ${said}; ${ask.values.join(' or ')} required`;
  return { state: 'failed', brief: `: ${asked}`, reason: `${label}: ${asked}.` };
}

function withoutProfile({ vendorId, invite }: VendorFacts, day: JudgingDay): Finding {
  if (invite === null) {
    return vendorId === null
      ? toFinding('missing', 'missing', 'Not invited yet.', { step: 'invite' })
      : toFinding('missing', 'not fetched yet', 'Profile not fetched yet.', { step: 'look_up' });
  }
  return judgeInvite(invite, vendorId, day);
}

function judgeInvite(invite: InviteFact, vendorId: string | null, day: JudgingDay): Finding {
  const details = {
    record: { kind: 'invite', id: invite.entryId },
    asOf: invite.at,
    step: 'see_invite',
  } as const;
  switch (invite.state) {
    case 'queued':
    case 'sending':
    case 'waiting':
      return toFinding('waiting', ': invite not sent yet', 'The invite is waiting to be sent.', details);
    case 'in_doubt': {
      const reason = 'The invite may have been sent. Decide whether to send it again.';
      return toFinding('waiting', ': invite may have been sent', reason, details);
    }
    case 'accepted': {
      const at = day.toDay(invite.at);
      const brief = `: invited ${showNearDay(at, day.today)}, no profile yet`;
      const step = vendorId === null ? 'see_invite' : 'look_up';
      return toFinding('waiting', brief, `Invited ${showDay(at)}. No profile yet.`, { ...details, step });
    }
    case 'rejected':
      return toFinding('failed', ': invite refused', 'The service refused the invite.', details);
    case 'dead':
      return toFinding('missing', ': invite not sent', 'The invite wasn’t sent. Try again.', details);
    case 'cancelled':
      return toFinding('missing', ': invite canceled', 'The invite was canceled.', {
        ...details,
        step: 'invite',
      });
  }
}

function judgeCompliance(rule: ProfileRequirement, facts: VendorFacts, day: JudgingDay): Finding {
  const { compliance } = facts;
  if (compliance === null) {
    if (facts.profile === null) return withoutProfile(facts, day);
    return toFinding('missing', 'not reported', 'The service hasn’t reported a compliance status.', {
      step: 'invite',
    });
  }
  const stale = isStale(compliance.at, rule.maxAgeDays, day);
  const details = {
    record: { kind: 'invite', id: compliance.entryId },
    asOf: compliance.at,
    stale,
    step: 'see_invite',
  } as const;
  const said = `Service says “${compliance.word}”`;
  const brief = `: service says “${compliance.word}”`;
  const { category } = getMeaning(compliance.word, day.words);
  switch (category) {
    case 'good': {
      if (!stale) return toFinding('met', brief, `${said}.`, { ...details, step: null });
      const reason = `${said} on ${showDay(day.toDay(compliance.at))}; a newer answer is required.`;
      return toFinding('missing', 'outdated', reason, details);
    }
    case 'under_way':
      return toFinding('waiting', brief, `${said}: still in progress.`, details);
    case 'caution':
      return toFinding('waiting', brief, `${said}. Check by hand.`, details);
    case 'problem':
      return toFinding('failed', brief, `${said}.`, details);
    case 'not_recognised': {
      const reason = `${said}. Gangway doesn’t know this status.`;
      return toFinding('waiting', brief, reason, { ...details, step: 'sort_word' });
    }
  }
}
