import { pluralize } from '../base/pluralize.ts';
import { isolated } from '../base/foreign-text.ts';
import { foldLetters } from '../base/fold-text.ts';
import { scoreText } from '../service/score.ts';
import { toDayNumber, type DayNumber } from '../base/dates.ts';
import {
  bestFinding,
  judgeEnd,
  showDay,
  showDecided,
  showNearDay,
  toFinding,
  toMetUntil,
  type Finding,
  type JudgingDay,
} from './finding.ts';
import type { DocumentRequirement } from './requirement-set.ts';
import type { DocumentFact, FiledFact, VendorFacts } from './vendor-facts.ts';

export function judgeDocuments(
  rule: DocumentRequirement,
  { documents, filed }: VendorFacts,
  day: JudgingDay,
): Finding {
  const type = foldLetters(rule.documentType);
  const own = documents.filter((document) => foldLetters(document.type ?? '') === type);
  const untyped = documents.filter((document) => document.type === null && !document.ready);
  return (
    bestFinding([
      ...own.map((document) => judgeOne(document, rule, day)),
      ...filed.filter((one) => foldLetters(one.type) === type).map((one) => judgeFiled(one, rule, day)),
    ]) ??
    bestFinding(untyped.map(judgeUntyped)) ??
    toFinding('missing', 'missing', `No ${rule.documentType} on file.`, { step: 'add_document' })
  );
}

function judgeUntyped({ jobId }: DocumentFact): Finding {
  const reason = 'A document is being processed. Its type isn’t known yet.';
  return toFinding('waiting', 'being processed', reason, { record: { kind: 'document', id: jobId } });
}

/** A document on file is accepted by the person who filed it. */
function judgeFiled(document: FiledFact, rule: DocumentRequirement, day: JudgingDay): Finding {
  const { id, by, at, signedOn, validUntil } = document;
  const details = { record: { kind: 'filed', id }, asOf: at } as const;
  const accepted = `Filed${showDecided(by, at, day)}`;
  const dated = signedOn === null ? day.toDay(at) : toDayNumber(signedOn);
  const found = judgeGivenEnd(validUntil, day) ?? judgeAge({ dated, validUntil }, rule, accepted, day);
  return { ...found, ...details, step: found.step === 'review' ? 'give_date' : found.step };
}

function judgeOne(document: DocumentFact, rule: DocumentRequirement, day: JudgingDay): Finding {
  const details = {
    record: { kind: 'document', id: document.jobId },
    asOf: document.fetchedAt ?? document.createdAt,
  } as const;
  if (!document.ready)
    return toFinding('waiting', 'being processed', 'The document is being processed.', details);
  const over = judgeGivenEnd(document.validUntil, day);
  if (over !== null) return { ...over, ...details };
  const accepted = judgeAcceptance(document, rule, day);
  if (accepted.state !== 'met') return { ...accepted, ...details };
  const { createdAt, validUntil } = document;
  const dated = createdAt === null ? null : day.toDay(createdAt);
  return { ...judgeAge({ dated, validUntil }, rule, accepted.reason, day), ...details };
}

/** Past the end that a person gave it, there is nothing left to decide. */
function judgeGivenEnd(validUntil: string | null, day: JudgingDay): Finding | null {
  if (validUntil === null) return null;
  const until = toDayNumber(validUntil);
  if (judgeEnd(until, 0, day) !== 'over') return null;
  return toFinding('failed', `expired ${showNearDay(until, day.today)}`, `Expired ${showDay(until)}.`, {
    until,
    step: 'add_document',
  });
}

function judgeAcceptance(
  document: DocumentFact,
  { minScore }: DocumentRequirement,
  day: JudgingDay,
): Finding {
  const { decision, score, contradictions } = document;
  const { doubts, named } = document.evidence;
  if (decision?.choice === 'accept') {
    return toFinding('met', 'accepted', `Accepted${showDecided(decision.by, decision.at, day)}`);
  }
  if (decision?.choice === 'ask_new_copy') {
    const asked = `New copy requested${showDecided(decision.by, decision.at, day)}.`;
    return toFinding('failed', 'new copy requested', asked, { step: 'add_document' });
  }
  const needReview = (reason: string) => toFinding('waiting', 'needs review', reason, { step: 'review' });
  if (minScore === null) return needReview('Not reviewed yet.');
  if (score === null) return needReview('No quality score, so someone must review it.');
  if (score < minScore) {
    const short = `${scoreText(score)}; ${minScore} required`;
    return toFinding('failed', `quality ${short}`, `Quality ${short}.`, { step: 'ask_new_copy' });
  }
  const doubt = doubts.find(({ bad }) => bad) ?? doubts[0];
  if (doubt !== undefined) {
    const said = `The service’s “${doubt.member}” is “${isolated(doubt.words)}”.`;
    if (!doubt.bad) return needReview(`${said} Check by hand.`);
    return toFinding('failed', 'has a problem', said, { step: 'ask_new_copy' });
  }
  if (contradictions === null) {
    return toFinding('waiting', 'not compared yet', 'No profile to compare it with.', { step: 'look_up' });
  }
  if (contradictions > 0) {
    const fields = pluralize(contradictions, 'field doesn’t', 'fields don’t');
    return toFinding('failed', 'doesn’t match the profile', `${fields} match the profile.`, {
      step: 'review',
    });
  }
  if (!named) return needReview('No name could be read. Check by hand.');
  return toFinding('met', 'accepted', `Quality ${scoreText(score)}, everything matches the profile`);
}

function judgeAge(
  { dated, validUntil }: { dated: DayNumber | null; validUntil: string | null },
  { maxAgeDays, needsEndDate, soonDays }: DocumentRequirement,
  accepted: string,
  day: JudgingDay,
): Finding {
  const given = validUntil === null ? null : toDayNumber(validUntil);
  // Time zones are a day apart at most.
  if (dated !== null && dated > day.today + 1) {
    day.changesAfter(dated - 2);
    const said = `${accepted}, but dated ${showDay(dated)}, which is in the future.`;
    return toFinding('waiting', 'date is in the future', said, { step: 'review' });
  }
  if (maxAgeDays !== null && dated === null && given === null) {
    return toFinding('missing', 'date unknown', `${accepted}, but its date isn’t known.`, {
      step: 'give_date',
    });
  }
  const aged = maxAgeDays === null || dated === null ? null : dated + maxAgeDays;
  const ends = [given, aged].filter((end): end is DayNumber => end !== null);
  for (const end of ends) judgeEnd(end, soonDays, day);
  const until = ends.length === 0 ? null : Math.min(...ends);
  if (until !== null && judgeEnd(until, soonDays, day) === 'over') {
    const why = `Dated ${dated === null ? 'an unknown day' : showDay(dated)}; a newer one is required.`;
    return toFinding('failed', 'too old', why, { until, step: 'add_document' });
  }
  if (needsEndDate && given === null) {
    const asked = `${accepted}. Add its expiration date.`;
    return toFinding('missing', 'needs an expiration date', asked, { step: 'give_date' });
  }
  if (until === null) return toFinding('met', 'accepted', `${accepted}.`);
  const isSoon = judgeEnd(until, soonDays, day) === 'soon';
  return toMetUntil(until, isSoon, { brief: 'accepted', said: accepted, step: 'add_document' }, day);
}
