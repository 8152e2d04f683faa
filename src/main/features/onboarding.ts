import { fromDayNumber, toDayNumber } from '#shared/onboarding/calendar.ts';
import type { Judgement } from '#shared/onboarding/judge-vendor.ts';
import { listJobSites } from '#shared/onboarding/profile-names.ts';
import type {
  JudgedRequirement,
  JudgedVendor,
  OnboardingFilter,
  OnboardingRow,
} from '#shared/ipc/onboarding.ts';
import { explainStatus } from '#shared/onboarding/labels.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { StandingRow } from '../store/onboarding.ts';
import { readFigures } from '../workspace/figures.ts';
import { listPlaces, toStandingFilter } from '../workspace/onboarding-filter.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import type { Workspace } from '../workspace/workspace.ts';

export function onboardingHandlers(
  workspace: Pick<
    Workspace,
    | 'clock'
    | 'emit'
    | 'figures'
    | 'settings'
    | 'onboarding'
    | 'onboardingRecords'
    | 'standings'
    | 'transaction'
  >,
): Handlers<CallsOf<'onboarding'>> {
  const { onboarding, onboardingRecords: records, standings, clock } = workspace;

  const toFilter = (asked: OnboardingFilter) => toStandingFilter(asked, onboarding.sets(), clock.wall());

  function toRow(row: StandingRow, now: JudgedNow | undefined): OnboardingRow {
    const judgements = now?.judgements ?? [];
    return {
      subject: row.subject,
      vendorId: isAddress(row.subject) ? null : row.subject,
      name: row.name,
      // As of this moment, also while the list is still being judged anew.
      status: now === undefined ? row.status : now.status,
      since: row.since,
      reason: explainStatus(judgements),
      cells: Object.fromEntries(
        judgements.map(({ requirement, state, reason, until, stale, step, record }) => [
          requirement.id,
          { state, reason, until: until === null ? null : fromDayNumber(until), stale, step, record },
        ]),
      ),
    };
  }

  function judgedVendor(subject: string, site: string | null): JudgedVendor | null {
    const now = onboarding.judge([subject], site).get(subject);
    if (now === undefined) return null;
    const { facts, name, status, judgements } = now;
    const profile = facts.profile?.reading.value;
    return {
      subject,
      vendorId: facts.vendorId,
      name,
      contact: {
        email: isAddress(subject) ? subject.slice(1) : (profile?.email ?? null),
        firstName: profile?.firstName ?? null,
      },
      status,
      reason: explainStatus(judgements),
      requirements: judgements.map(toJudgedRequirement),
      records: records.of(subject),
      tags: [...facts.tags],
      sites: listJobSites(facts.profile?.reading ?? null).names,
    };
  }

  /** Writes something of vendors in one commit, and tells of it. */
  function commit(subjects: readonly string[], write: () => void): void {
    workspace.transaction(write);
    onboarding.wake();
    workspace.emit('onboarding.changed', { ids: [...subjects] });
  }

  function requirementNamed(id: string) {
    return (
      listPlaces(onboarding.sets()).find(({ requirement }) => requirement.id === id)?.requirement ?? null
    );
  }

  return {
    'onboarding.sets': () =>
      done({
        own: [...onboarding.own()],
        shared: [...onboarding.shared.sets],
        sharedProblem: onboarding.shared.problem,
        tags: records.tags(),
        sites: standings.sites(),
      }),
    'onboarding.save': ({ sets }) => {
      const found = onboarding.save(sets);
      if (found.length === 0) workspace.emit('onboarding.changed', { ids: [] });
      return done({ problems: found });
    },
    'onboarding.page': ({ after, limit, sort, ...filter }) => {
      onboarding.catchUp();
      const page = standings.page({ filter: toFilter(filter), sort, after, limit });
      const now = onboarding.judge(
        page.rows.map(({ subject }) => subject),
        filter.site,
      );
      return done({ ...page, rows: page.rows.map((row) => toRow(row, now.get(row.subject))) });
    },
    'onboarding.counts': (filter) => {
      onboarding.catchUp();
      return done({
        statuses: standings.counts(toFilter(filter)),
        judging: onboarding.coming(),
      });
    },
    'onboarding.figures': async () => {
      onboarding.catchUp();
      return done(await readFigures(workspace));
    },
    'onboarding.vendor': ({ subject, site }) => done(judgedVendor(subject, site)),
    'onboarding.waive': ({ subjects, requirementId, reason, until }) => {
      const requirement = requirementNamed(requirementId);
      if (requirement === null) return refuse('not_found', gone);
      if (toDayNumber(until) < onboarding.today()) {
        return refuse('bad_input', 'A waiver has to end today or later. Choose another day.');
      }
      const words = { requirementId, requirement: requirement.name, reason, until };
      commit(subjects, () => {
        for (const subject of subjects) records.waive({ subject, ...words }, clock.wall());
      });
      return done({ waived: subjects.length });
    },
    'onboarding.attest': ({ subjects, requirementId, day, until, note }) => {
      const requirement = requirementNamed(requirementId);
      if (requirement === null) return refuse('not_found', gone);
      if (requirement.kind !== 'attestation') {
        return refuse('bad_input', 'This requirement is not met by a person’s word. Waive it instead.');
      }
      if (until !== null && until < day) {
        return refuse('bad_input', 'It would end before the day that it is about. Choose another day.');
      }
      commit(subjects, () => {
        for (const subject of subjects) {
          records.attest(
            { subject, requirementId, requirement: requirement.name, day, until, note },
            clock.wall(),
          );
        }
      });
      return done({ attested: subjects.length });
    },
    'onboarding.takeBack': ({ id, subject }) => {
      let found = false;
      commit([subject], () => {
        found = records.takeBack(id, clock.wall());
      });
      return found ? done(null) : refuse('not_found', 'This was taken back already.');
    },
    'onboarding.noteSeen': ({ subjects }) => {
      commit(subjects, () => standings.noteSeen(subjects, clock.wall()));
      return done(null);
    },
    'onboarding.tag': ({ vendorIds, tag, on }) => {
      commit(vendorIds, () => {
        for (const vendorId of vendorIds) {
          if (on) records.tag(vendorId, tag);
          else records.untag(vendorId, tag);
        }
      });
      return done(null);
    },
    'onboarding.setValidUntil': ({ jobId, day }) => {
      if (!records.setValidUntil(jobId, day))
        return refuse('not_found', 'This document is not here any more.');
      workspace.emit('documents.changed', { ids: [jobId] });
      return done(null);
    },
  };
}

const gone = 'This requirement was deleted. Open Onboarding again to see the requirements that count.';

function toJudgedRequirement(judgement: Judgement): JudgedRequirement {
  const { setId, setName, requirement, state, reason, record, asOf, stale, until, step, waiver } = judgement;
  return {
    setId,
    setName,
    requirement,
    state,
    reason,
    record,
    asOf,
    stale,
    until: until === null ? null : fromDayNumber(until),
    step,
    waiver,
  };
}
