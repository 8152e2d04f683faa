import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { findKind, listAsked } from '#shared/letters/letter.ts';
import { listJobSites } from '#shared/onboarding/profile-names.ts';
import type {
  Assignee,
  JudgedRequirement,
  JudgedVendor,
  OnboardingFilter,
  OnboardingRow,
} from '#shared/ipc/onboarding.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { toAnswer } from '#shared/onboarding/answer.ts';
import { toVendorId } from '#shared/onboarding/vendor-facts.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { StandingRow } from '../store/onboarding.ts';
import { readFigures } from '../workspace/figures.ts';
import { listPlaces, needsKeys, toStandingFilter } from '../workspace/onboarding-filter.ts';
import { readContact } from '../workspace/vendor-contact.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import type { Workspace } from '../workspace/workspace.ts';

export function onboardingHandlers(workspace: Workspace): Handlers<CallsOf<'onboarding'>> {
  const {
    onboarding,
    onboardingRecords: records,
    standings,
    notes,
    clock,
    decisions,
    teamLog,
    sharedRules,
  } = workspace;

  const toFilter = (asked: OnboardingFilter) => toStandingFilter(asked, onboarding.sets(), clock.wall());

  function toRow(
    row: StandingRow,
    now: JudgedNow | undefined,
    profile: VendorRow | null,
    assignee: Assignee | null,
  ): OnboardingRow {
    const judgements = now?.judgements ?? [];
    return {
      subject: row.subject,
      vendorId: toVendorId(row.subject),
      name: row.name,
      // As of this moment, even while the list is being rechecked.
      answer: now?.answer ?? toAnswer({ status: row.status, judgements, nextEnd: null }, onboarding.today()),
      since: row.since,
      profile,
      assignee,
      sites: listJobSites(now?.facts.profile?.reading ?? null).names,
      cells: Object.fromEntries(
        judgements.map(({ requirement, state, reason, until, stale, step, record }) => [
          requirement.id,
          { state, reason, until: until === null ? null : fromDayNumber(until), stale, step, record },
        ]),
      ),
    };
  }

  function judgedVendor(named: string, site: string | null): JudgedVendor | null {
    const subject = onboarding.resolve(named);
    const now = onboarding.judge([subject], site).get(subject);
    if (now === undefined) return null;
    const { facts, name, answer, bySite, judgements } = now;
    const asks = readAsks(subject);
    const today = onboarding.today();
    const kind = findKind(judgements, today);
    return {
      subject,
      vendorId: facts.vendorId,
      name,
      contact: readContact(workspace, subject, facts),
      answer,
      bySite,
      requirements: judgements.map(({ found: _found, until, ...shown }) => ({
        ...shown,
        until: until === null ? null : fromDayNumber(until),
        asked: asks.get(shown.requirement.id) ?? null,
      })),
      records: records.of(subject),
      tags: [...facts.tags],
      sites: listJobSites(facts.profile?.reading ?? null).names,
      language: records.language(subject),
      assignee: records.assignees([subject]).get(subject) ?? null,
      asks: kind === null ? [] : listAsked(kind, judgements, today),
    };
  }

  /** When each requirement was last requested, since the vendor last sent everything. */
  function readAsks(subject: string): Map<string, JudgedRequirement['asked']> {
    const letters = notes.letters([subject], 0);
    const answered = letters.findIndex(({ ended }) => ended === 'answered');
    const unanswered = answered === -1 ? letters : letters.slice(0, answered);
    const [open] = notes.findOpen([subject]);
    return new Map(
      unanswered.toReversed().flatMap(({ asked, at, by }) =>
        asked.map((id) => {
          const followUp = open?.awaits.includes(id) === true ? open.followUp : null;
          return [id, { at, by, followUp }] as const;
        }),
      ),
    );
  }

  const noteEach = (subjects: readonly string[], note: (subject: string) => string) =>
    onboarding.commit(subjects, () => subjects.map((subject) => ({ id: note(subject), subject })));

  function changeEach(named: readonly { id: string; subject: string }[], change: (id: string) => boolean) {
    const subjects = named.map(({ subject }) => subject);
    return onboarding.commit(subjects, () => named.filter(({ id }) => change(id))).length > 0;
  }

  /** Whom a vendor can be assigned to. */
  function listPeople() {
    const own = decisions.person();
    const names = new Set([...teamLog.members(), ...records.assignedNames()]);
    return { own, others: [...names].filter((name) => name !== own).toSorted((a, b) => a.localeCompare(b)) };
  }

  function requirementNamed(id: string) {
    return listPlaces(onboarding.sets()).find((one) => one.requirement.id === id)?.requirement ?? null;
  }

  return {
    'onboarding.sets': () =>
      done({
        own: [...onboarding.own()],
        overridden: sharedRules.overriddenSets(clock.wall()),
        shared: [...onboarding.shared.sets],
        sharedProblem: onboarding.shared.problem,
        tags: records.tags(),
        sites: standings.sites(),
        people: listPeople(),
      }),
    'onboarding.scope': async ({ appliesTo }) => {
      const values = (column: 'services' | 'state') =>
        workspace.listFilters.values('vendors', column).map(({ label }) => label);
      return done({
        ...(await onboarding.countApplying(appliesTo)),
        known: {
          services: values('services'),
          states: values('state'),
          jobSites: standings.sites().map(({ site }) => site),
          tags: records.tags().map(({ tag }) => tag),
        },
      });
    },
    'onboarding.save': ({ sets }) => {
      const before = [...onboarding.own()];
      const found = onboarding.save(sets);
      if (found.length === 0) workspace.emit('onboarding.changed', { ids: [] });
      return done({ problems: found, before });
    },
    'onboarding.page': ({ after, limit, sort, ...filter }) => {
      onboarding.catchUp();
      const page = standings.page({ filter: toFilter(filter), sort, after, limit });
      const subjects = page.rows.map(({ subject }) => subject);
      const now = onboarding.judge(subjects, filter.site);
      const profiles = workspace.vendors.rows(subjects);
      const assignees = records.assignees(subjects);
      return done({
        ...page,
        ...workspace.search.coming(needsKeys(filter)),
        rows: page.rows.map((row) => {
          const { subject } = row;
          return toRow(row, now.get(subject), profiles.get(subject) ?? null, assignees.get(subject) ?? null);
        }),
      });
    },
    'onboarding.counts': (filter) => {
      onboarding.catchUp();
      return done({ statuses: standings.counts(toFilter(filter)), judging: onboarding.coming() });
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
        return refuse('bad_input', 'A waiver must end today or later. Choose another date.');
      }
      const words = { requirementId, requirement: requirement.name, reason, until };
      const noted = noteEach(subjects, (subject) => records.waive({ subject, ...words }, clock.wall()));
      return done({ waived: subjects.length, records: noted });
    },
    'onboarding.attest': ({ subjects, requirementId, day, until, note }) => {
      const requirement = requirementNamed(requirementId);
      if (requirement === null) return refuse('not_found', gone);
      if (requirement.kind !== 'attestation') {
        return refuse('bad_input', 'Nobody can confirm this requirement. Waive it instead.');
      }
      if (until !== null && until < day) {
        return refuse('bad_input', 'The last day is before the date. Choose a later one.');
      }
      const words = { requirementId, requirement: requirement.name, day, until, note };
      const noted = noteEach(subjects, (subject) => records.attest({ subject, ...words }, clock.wall()));
      return done({ attested: subjects.length, records: noted });
    },
    'onboarding.takeBack': ({ records: named }) =>
      changeEach(named, (id) => records.takeBack(id, clock.wall()))
        ? done(null)
        : refuse('not_found', 'This has already ended.'),
    'onboarding.putBack': ({ records: named }) =>
      changeEach(named, (id) => records.putBack(id, clock.wall()))
        ? done(null)
        : refuse('not_found', 'This is already in effect.'),
    'onboarding.noteSeen': ({ subjects }) => {
      onboarding.commit(subjects, () => standings.noteSeen(subjects, clock.wall()));
      return done(null);
    },
    'onboarding.tag': ({ vendorIds, tag, on }) => {
      const change = on ? records.tag : records.untag;
      return done({ changed: onboarding.commit(vendorIds, () => vendorIds.filter((id) => change(id, tag))) });
    },
    'onboarding.assign': ({ changes: asked }) => {
      const changes = asked.map(({ subject, member }) => ({ subject: onboarding.resolve(subject), member }));
      const subjects = changes.map(({ subject }) => subject);
      const now = records.assignees(subjects);
      const member = (subject: string) => now.get(subject)?.member ?? null;
      const changed = changes.filter((one) => one.member !== member(one.subject));
      const before = changed.map(({ subject }) => ({ subject, member: member(subject) }));
      onboarding.commit(subjects, () => {
        for (const one of changed) records.assign(one.subject, one.member, clock.wall());
      });
      return done({ before });
    },
    'onboarding.setValidUntil': ({ jobId, day }) => {
      const before = records.setValidUntil(jobId, day);
      if (before === undefined) return refuse('not_found', 'This document was removed.');
      workspace.emit('documents.changed', { ids: [jobId] });
      return done({ before });
    },
  };
}

const gone = 'This requirement was deleted. Open the vendor again to see what’s required now.';
