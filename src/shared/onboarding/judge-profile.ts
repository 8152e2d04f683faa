import { foldText } from '../fold-text.ts';
import { filled } from '../foreign-text.ts';
import { vendorFieldLabel, valuesAt } from '../service/vendor-fields.ts';
import { getMeaning } from '../status.ts';
import { isStale, showDay, toFinding, type Finding, type JudgingDay } from './finding.ts';
import type { ProfileRequirement } from './requirement-set.ts';
import type { InviteFact, VendorFacts } from './vendor-facts.ts';

/** What a requirement of the profile finds in what is known of a vendor. */
export function judgeProfile(rule: ProfileRequirement, facts: VendorFacts, day: JudgingDay): Finding {
  if (rule.ask.what === 'compliance') return judgeCompliance(rule, facts, day);
  if (facts.profile === null) return withoutProfile(facts, day);
  const {
    reading: { value },
    fetchedAt,
  } = facts.profile;
  const details = {
    record: facts.vendorId === null ? null : ({ kind: 'profile', id: facts.vendorId } as const),
    asOf: fetchedAt,
  };
  const stale = isStale(fetchedAt, rule.maxAgeDays, day);
  const found = judgeField(rule.ask, value);
  if (found.state === 'met' && stale) {
    const fetched = `The profile was fetched on ${showDay(day.toDay(fetchedAt))}, which is older than this rule allows.`;
    return toFinding('missing', fetched, { ...details, stale, step: 'refresh' });
  }
  return toFinding(found.state, found.reason, {
    ...details,
    stale,
    step: found.state === 'met' ? null : 'refresh',
  });
}

/** What a profile has in a field, as a person would write it. */
function textsAt(profile: Parameters<typeof valuesAt>[0], field: string): string[] {
  return valuesAt(profile, field.split('.')).flatMap((value) => {
    if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'string' ? (filled(value) ?? []) : [];
  });
}

function judgeField(
  ask: Exclude<ProfileRequirement['ask'], { what: 'compliance' }>,
  profile: Parameters<typeof valuesAt>[0],
): Pick<Finding, 'state' | 'reason'> {
  if (ask.what === 'readable') return { state: 'met', reason: 'The profile can be read.' };
  const label = vendorFieldLabel(ask.field.split('.'));
  const texts = textsAt(profile, ask.field);
  const said = texts.join(', ');
  if (texts.length === 0) return { state: 'missing', reason: `${label}: not given in the profile.` };
  if (ask.what === 'given') return { state: 'met', reason: `${label}: ${said}.` };
  const allowed = new Set(ask.values.map(foldText));
  if (texts.some((text) => allowed.has(foldText(text))))
    return { state: 'met', reason: `${label}: ${said}.` };
  return { state: 'failed', reason: `${label}: ${said}. This rule asks for ${ask.values.join(' or ')}.` };
}

function withoutProfile({ vendorId, invite }: VendorFacts, day: JudgingDay): Finding {
  if (invite === null) {
    return vendorId === null
      ? toFinding('missing', 'This vendor was not invited.', { step: 'invite' })
      : toFinding('missing', 'The profile was never fetched.', { step: 'look_up' });
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
      return toFinding('waiting', 'The invite waits to be sent.', details);
    case 'in_doubt':
      return toFinding(
        'waiting',
        'The invite may have been sent. Somebody has to decide whether to send it again.',
        details,
      );
    case 'accepted':
      return toFinding(
        'waiting',
        `Invited on ${showDay(day.toDay(invite.at))}. No profile was fetched yet.`,
        {
          ...details,
          step: vendorId === null ? 'see_invite' : 'look_up',
        },
      );
    case 'rejected':
      return toFinding('failed', 'The service refused the invite.', details);
    case 'dead':
      return toFinding('missing', 'The invite could not be sent. Try again.', details);
    case 'cancelled':
      return toFinding('missing', 'The invite was canceled.', { ...details, step: 'invite' });
  }
}

function judgeCompliance(rule: ProfileRequirement, facts: VendorFacts, day: JudgingDay): Finding {
  const { compliance } = facts;
  if (compliance === null) {
    if (facts.profile === null) return withoutProfile(facts, day);
    return toFinding('missing', 'The service has not reported a compliance status here.', { step: 'invite' });
  }
  const stale = isStale(compliance.at, rule.maxAgeDays, day);
  const details = {
    record: { kind: 'invite', id: compliance.entryId },
    asOf: compliance.at,
    stale,
    step: 'see_invite',
  } as const;
  const said = `The service’s word is “${compliance.word}”`;
  const { category } = getMeaning(compliance.word, day.words);
  switch (category) {
    case 'good':
      if (!stale) return toFinding('met', `${said}.`, { ...details, step: null });
      return toFinding(
        'missing',
        `${said}, from ${showDay(day.toDay(compliance.at))}, which is older than this rule allows.`,
        details,
      );
    case 'under_way':
      return toFinding('waiting', `${said}: it is still at work.`, details);
    case 'caution':
      return toFinding('waiting', `${said}, which asks for a closer look.`, details);
    case 'problem':
      return toFinding('failed', `${said}.`, details);
    case 'not_recognised':
      return toFinding('waiting', `${said}, which Gangway does not know.`, { ...details, step: 'sort_word' });
  }
}
