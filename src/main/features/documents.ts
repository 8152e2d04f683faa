import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { DocumentDetail, documentQuery, GoodDocuments, NotGood } from '#shared/ipc/documents.ts';
import { documentOfLink } from '#shared/service/app-link.ts';
import { absoluteAddress } from '#shared/base/base-url.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { isUuid } from '#shared/service/operations.ts';
import { fetchFile, fileAddressProblem } from '../service-client/file-fetch.ts';
import type { DocumentNarrowing } from '../store/documents.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, gone, orGone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { checkNow, unavailableResult } from './queueing.ts';
import { createPictureReceiver } from './receive-file.ts';
import { contradictingFields } from '#shared/comparison/profile.ts';
import { scoreWord } from '#shared/service/score.ts';
import { readKept } from '#shared/service/envelope.ts';
import { weighDocument } from '../workspace/result-summary.ts';

const noDecision = refuse('too_late', 'There’s no decision on this document to undo.');

const commitSize = 200;

function toNarrowing(
  workspace: Workspace,
  { search, filter, underThreshold }: z.infer<typeof documentQuery>,
): DocumentNarrowing {
  const threshold = workspace.settings().scoreThreshold;
  return {
    search,
    under: underThreshold ? threshold : null,
    filter: { ...filter, threshold, now: workspace.clock.wall() },
  };
}

export function documentHandlers(workspace: Workspace): Handlers<CallsOf<'documents'>> {
  const { documents, onboarding, readings, decisions, pictures, clock } = workspace;
  const copies = createPictureReceiver<{ jobId: string; name: string }>();

  async function getDetail(jobId: string): Promise<DocumentDetail | null> {
    const row = documents.get(jobId);
    if (row === null) return null;
    const latest = readings.latestBody('document', jobId);
    const result = await workspace.readAnswer('document', documentResult, latest);
    const fileUrl = wholeAddress(result?.value.fileUrl);
    return {
      ...row,
      result,
      resultBody: latest?.body ?? null,
      scale: workspace.rules().scales.overall.on,
      decisions: decisions.of('document', jobId),
      file: getFile(jobId, fileUrl),
    };
  }

  function wholeAddress(fileUrl: string | null | undefined): string | null {
    if (fileUrl == null || fileUrl.trim() === '') return null;
    const { fileBaseUrl } = workspace.settings();
    return absoluteAddress(fileUrl, { baseUrl: workspace.baseUrl, fileBaseUrl });
  }

  function getFile(jobId: string, fileUrl: string | null): DocumentDetail['file'] {
    const shown = pictures.find(jobId);
    if (shown !== null) {
      const { contentType, bytes, keptAt } = shown;
      const localName = shown.from === 'local' ? shown.name : null;
      // Another copy has another URL.
      const address = `/files/${jobId}?kept=${keptAt}`;
      return { kind: 'kept', address, contentType, bytes, keptAt, localName };
    }
    if (fileUrl === null) return { kind: 'none' };
    const sentence = fileAddressProblem(fileUrl, workspace.baseUrl);
    return sentence === null ? { kind: 'not_kept' } : { kind: 'refused_address', sentence };
  }

  const detailOrGone = async (jobId: string) => orGone(await getDetail(jobId));

  function emitChanged(ids: string[]): void {
    if (ids.length > 0) workspace.emit('documents.changed', { ids });
  }

  function changedDetail(jobId: string) {
    emitChanged([jobId]);
    return detailOrGone(jobId);
  }

  async function changeOne(jobId: string, change: () => Promise<void> | void) {
    if (documents.get(jobId) === null) return gone;
    await change();
    return changedDetail(jobId);
  }

  /** Commits `change` for a few documents at a time, so that other work has its turn. */
  async function changeInSlices<T, R>(all: readonly T[], change: (one: T) => R): Promise<R[]> {
    const changed: R[] = [];
    for (let from = 0; from < all.length; from += commitSize) {
      if (from > 0) await nextTurn();
      const slice = all.slice(from, from + commitSize);
      changed.push(...workspace.transaction(() => slice.map(change)));
    }
    return changed;
  }

  function addOne(typed: string, named: ReadonlyMap<string, string>, otherwise: string | null) {
    const id = documentOfLink(typed) ?? typed.trim().toLowerCase();
    if (!isUuid(id)) return { id: typed, outcome: 'not_a_job_id' as const };
    const vendorId = named.get(id) ?? otherwise;
    const now = clock.wall();
    if (!documents.add(id, vendorId, now)) {
      if (vendorId === null || documents.get(id)?.vendor?.subject === onboarding.resolve(vendorId))
        return { id, outcome: 'known' as const };
      documents.assignVendor(id, vendorId);
      return { id, outcome: 'assigned' as const };
    }
    return { id, outcome: 'added' as const };
  }

  return {
    'documents.add': async ({ ids, vendorId, getVendor = {} }) => {
      const named = new Map(Object.entries(getVendor).map(([id, vendor]) => [id.toLowerCase(), vendor]));
      const outcomes = await changeInSlices(ids, (typed) => addOne(typed, named, vendorId));
      const changed = outcomes.filter(({ outcome }) => outcome === 'added' || outcome === 'assigned');
      emitChanged(changed.map(({ id }) => id));
      workspace.watcher.wake();
      return done(outcomes);
    },
    'documents.page': ({ group, order, after, limit, ...query }) =>
      done(documents.page({ ...toNarrowing(workspace, query), group, order, after, limit })),
    'documents.counts': (query) =>
      done(documents.counts(workspace.settings().scoreThreshold, toNarrowing(workspace, query))),
    'documents.facets': () => done(documents.facets()),
    'documents.get': ({ jobId }) => detailOrGone(jobId),
    'documents.checkNow': async ({ jobId }) => {
      if (documents.get(jobId) === null) return gone;
      return (await checkNow(workspace, 'document', jobId)) ?? detailOrGone(jobId);
    },
    'documents.fetchFile': async ({ jobId }) => {
      const detail = await getDetail(jobId);
      const fileUrl = wholeAddress(detail?.result?.value.fileUrl);
      if (fileUrl === null) return refuse('not_found', 'The service sent no address for the picture.');
      if (workspace.dispatcher.status().condition.kind === 'working_offline')
        return unavailableResult(workspace, null);
      const fetched = await fetchFile(
        fileUrl,
        workspace.baseUrl,
        workspace.token.current()?.value ?? null,
        workspace.network,
        workspace.settings().readTimeoutS * 1000,
      );
      if (!fetched.ok) return refuse(fetched.reachable ? 'refused' : 'unreachable', fetched.sentence);
      await pictures.keep(jobId, fetched.bytes, fetched.contentType);
      return changedDetail(jobId);
    },
    'documents.localCopyBegin': ({ jobId, name, bytes }) => {
      if (documents.get(jobId) === null) return gone;
      const begun = copies.begin({ jobId, name }, bytes);
      return begun.ok ? done({ copyId: begun.value }) : begun;
    },
    'documents.localCopyAppend': ({ copyId, ...part }) => copies.append(copyId, part),
    'documents.localCopyFinish': async ({ copyId }) => {
      const received = copies.finish(copyId);
      if (!received.ok) return received;
      const { about, bytes, contentType } = received.value;
      const { jobId, name } = about;
      return changeOne(jobId, () => pictures.keepLocal(jobId, name, bytes, contentType));
    },
    'documents.removeLocalCopy': ({ jobId }) => changeOne(jobId, () => pictures.removeLocal(jobId)),
    'documents.restoreLocalCopy': async ({ jobId }) => {
      if (documents.get(jobId) === null) return gone;
      if (!(await pictures.restoreLocal(jobId)))
        return refuse('too_late', 'Your copy is gone, or you opened another one.');
      return changedDetail(jobId);
    },
    'documents.pictureUsage': () => done(pictures.usage()),
    'documents.clearPictures': async () => {
      emitChanged(await pictures.clear());
      return done(pictures.usage());
    },
    'documents.decide': ({ jobId, choice, note }) =>
      changeOne(jobId, () => decisions.add('document', jobId, choice, note, clock.wall())),
    'documents.good': ({ jobIds }) => done(goodDocuments(workspace, jobIds)),
    'documents.acceptGood': ({ jobIds }) => {
      const accepted = workspace.transaction(() => {
        const good = goodDocuments(workspace, jobIds);
        for (const jobId of good.jobIds) decisions.add('document', jobId, 'accept', '', clock.wall());
        return good;
      });
      emitChanged(accepted.jobIds);
      return done(accepted);
    },
    'documents.undoAcceptance': ({ jobIds }) => {
      const undone = workspace.transaction(() =>
        jobIds.filter((jobId) => {
          if (documents.get(jobId)?.decision?.choice !== 'accept') return false;
          return decisions.undoLatest('document', jobId, clock.wall());
        }),
      );
      emitChanged(undone);
      return done({ undone });
    },
    'documents.undoDecision': ({ jobId }) => {
      if (!decisions.undoLatest('document', jobId, clock.wall())) return noDecision;
      return changedDetail(jobId);
    },
    'documents.assignVendor': ({ jobId, vendorId }) =>
      changeOne(jobId, () => documents.assignVendor(jobId, vendorId)),
    'documents.assignVendors': async ({ jobIds, vendorId }) => {
      const former = await changeInSlices(jobIds, (jobId) => {
        const row = documents.get(jobId);
        if (row === null) return [];
        documents.assignVendor(jobId, vendorId);
        return [{ jobId, vendorId: row.vendor?.subject ?? null }];
      });
      const before = former.flat();
      emitChanged(before.map(({ jobId }) => jobId));
      return done({ assigned: before.length, before });
    },
    'documents.restoreVendors': ({ assigned, before }) => {
      const now = assigned === null ? null : onboarding.resolve(assigned);
      const restored = workspace.transaction(() =>
        before.filter(({ jobId, vendorId }) => {
          const vendor = documents.get(jobId)?.vendor;
          if (vendor === undefined || (vendor?.subject ?? null) !== now) return false;
          documents.assignVendor(jobId, vendorId);
          return true;
        }),
      );
      emitChanged(restored.map(({ jobId }) => jobId));
      return done({ restored: restored.length });
    },
  };
}

/** Why a document may not be accepted unseen; null where it may. */
function notGood(workspace: Workspace, jobId: string): NotGood | null {
  const row = workspace.documents.get(jobId);
  if (row === null) return 'not_ready';
  if (row.decision !== null && row.decision.choice !== 'skip') return 'decided';
  if (!row.ready) return 'not_ready';
  const { scoreThreshold, envelope } = workspace.settings();
  if (row.score === null || scoreWord(row.score, scoreThreshold).word !== 'Good') return 'under';
  const latest = workspace.readings.latestBody('document', jobId);
  const result = latest === null ? null : readKept(documentResult, latest.body, envelope);
  if (result === null || result.validationIssues.length > 0) return 'unreadable';
  const { doubts, named } = weighDocument(result, jobId, workspace.settings().statusWords);
  if (doubts.length > 0 || !named) return 'unreadable';
  const profile = row.vendorId === null ? null : workspace.vendors.get(row.vendorId);
  if (profile === null) return 'no_profile';
  return contradictingFields(result, profile.profile.value).length === 0 ? null : 'differs';
}

/** Documents that can be accepted together: undecided, Good, fully readable, and matching the vendor's profile. */
function goodDocuments(workspace: Workspace, jobIds: readonly string[]): GoodDocuments {
  const leftOut: GoodDocuments['leftOut'] = {
    decided: 0,
    not_ready: 0,
    under: 0,
    unreadable: 0,
    no_profile: 0,
    differs: 0,
  };
  const good: string[] = [];
  for (const jobId of new Set(jobIds)) {
    const reason = notGood(workspace, jobId);
    if (reason === null) good.push(jobId);
    else leftOut[reason] += 1;
  }
  return { jobIds: good, leftOut };
}
