import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayText, toCalendarDay } from '#shared/base/dates.ts';
import { matchVendor } from '#shared/filing/match-vendor.ts';
import { proposeKind, readPaper, wantedDay } from '#shared/filing/propose-paper.ts';
import { splitPapers } from '#shared/filing/split-papers.ts';
import { filedDocument, type FiledDocument, type PilePaper } from '#shared/ipc/filing.ts';
import { toPageKind } from '#shared/ocr/page-kind.ts';
import { writtenEmployerId } from '#shared/service/employer-id.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { Filing, StoredDocument, StoredPaper } from '../store/filed-documents.ts';
import type { VendorNames } from '../store/possible-vendors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createPictureReceiver } from './receive-file.ts';

/** More papers than this are shown after these are filed. */
const maxShown = 500;

/** Dropped papers, from the pile to the documents on file. */
export function filingHandlers(workspace: Workspace): Handlers<CallsOf<'filing'>> {
  const { filed, filedFiles, possibleVendors, onboarding, clock } = workspace;
  const receiver = createPictureReceiver<string>();

  const listDocuments = () =>
    onboarding.sets().flatMap(({ requirements }) => requirements.filter((one) => one.kind === 'document'));

  /** The document types that requirements ask for. */
  const listTypes = () => [...new Set(listDocuments().map(({ documentType }) => documentType))];

  const needsEnd = (type: string): boolean =>
    listDocuments().some(({ documentType, needsEndDate }) => documentType === type && needsEndDate);

  const toAddress = (sha256: string): string | null =>
    filedFiles.find(sha256) === null ? null : `/files/${sha256}`;

  const nameVendor = (subject: string, { vendors }: VendorNames) => ({
    subject,
    name: vendors.get(subject)?.name ?? onboarding.judge([subject], null).get(subject)?.name ?? subject,
  });

  /** What a paper is, by its reading and by what a person chose. */
  function judgePaper(stored: StoredPaper, names: VendorNames, types: readonly string[]): PilePaper & Filed {
    const { id, reading, chosen, fileName, firstPage, lastPage, problem } = stored;
    const paper = readPaper(reading ?? []);
    const fileWords = fileName.replace(/\.\w{1,5}$/, '').replaceAll(/[_-]/g, ' ');
    const match = matchVendor(paper, fileWords, possibleVendors.find(paper, fileWords, names));
    const proposed = proposeKind(paper, types);
    const kind = chosen.kind ?? proposed?.value ?? null;
    const [only, second] = match.candidates;
    const chosenVendor =
      chosen.subject === undefined ? null : nameVendor(onboarding.resolve(chosen.subject), names);
    const vendor = chosenVendor ?? (second === undefined || match.sure ? (only ?? null) : null);
    const days = {
      signedOn: chosen.signedOn === undefined ? (paper.signedOn?.value ?? null) : chosen.signedOn,
      validUntil: chosen.validUntil === undefined ? (paper.validUntil?.value ?? null) : chosen.validUntil,
    };
    const wanted = kind === null ? null : (wantedDay(kind) ?? (needsEnd(kind) ? 'validUntil' : null));
    const isDayKnown =
      wanted === null || chosen[wanted] !== undefined || (paper[wanted] !== null && paper[wanted].sure);
    const number = paper.kind === 'w9' ? paper.employerId : paper.licenseNumber;
    const toCheck: PilePaper['toCheck'] = [
      ...(chosen.subject === undefined && !match.sure ? (['vendor'] as const) : []),
      ...(chosen.kind === undefined && proposed?.sure !== true ? (['kind'] as const) : []),
      ...(isDayKnown ? [] : (['date'] as const)),
      ...(paper.isUnsure && chosen.pages === undefined ? (['pages'] as const) : []),
    ];
    return {
      id,
      fileName,
      firstPage,
      lastPage,
      address: toAddress(stored.sha256),
      isRead: reading !== null || problem !== null,
      problem: problem ?? paper.problem,
      vendor,
      candidates: match.candidates,
      kind,
      ...days,
      number: number === null ? null : maskNumber(number.value, paper.kind === 'w9'),
      toCheck,
      evidence: chosenVendor === null ? match.evidence : chosenByYou,
      canJoin: filed.next(stored) !== null,
      marks: (reading ?? []).flatMap(({ fields, isText }, index) =>
        fields.map(({ place }) => ({ page: firstPage + index, isText, place })),
      ),
      plainNumber: number?.value ?? null,
      employerId: paper.employerId?.value.replaceAll(/\D/g, '') ?? null,
    };
  }

  async function judgePile(stored: readonly StoredPaper[]): Promise<(PilePaper & Filed)[]> {
    const names = await possibleVendors.readNames();
    const types = listTypes();
    const papers: (PilePaper & Filed)[] = [];
    for (const one of stored) {
      await nextTurn();
      papers.push(judgePaper(one, names, types));
    }
    return papers.map((paper) => doubtShared(paper, papers));
  }

  function commit<T>(changed: readonly string[], write: () => T): T {
    const value = workspace.transaction(write);
    workspace.emit('filing.changed', { ids: [...new Set(changed)] });
    return value;
  }

  /** Commits what changes documents on file, so that their vendors are judged again. */
  function commitFiled<T>(ids: readonly string[], write: () => T): T {
    const findSubjects = () => ids.flatMap((id) => filed.document(id)?.subject ?? []);
    const before = findSubjects();
    const value = workspace.transaction(write);
    const subjects = [...new Set([...before, ...findSubjects()])];
    workspace.emit('filing.changed', { ids: [...ids, ...subjects] });
    if (subjects.length > 0) {
      onboarding.wake();
      workspace.emit('onboarding.changed', { ids: subjects });
    }
    return value;
  }

  const changeEach = (
    ids: readonly string[],
    change: (id: string) => boolean,
    none: ReturnType<typeof refuse>,
  ) => (commitFiled(ids, () => ids.filter((id) => change(id))).length > 0 ? done(null) : none);

  function explainSame({ subject, at }: { subject: string | null; at: number }): string {
    const day = dayText(toCalendarDay(onboarding.toDay(at)));
    if (subject === null) return 'This file is already in the pile.';
    const name = onboarding.judge([subject], null).get(subject)?.name ?? subject;
    return `This file was already filed for ${name} on ${day}.`;
  }

  const toShown = ({ sha256, number, ...one }: StoredDocument): FiledDocument =>
    filedDocument.parse({
      ...one,
      address: toAddress(sha256),
      number: number === null ? null : maskNumber(number, toPageKind(one.kind) === 'w9'),
    });

  return {
    'filing.begin': ({ name, bytes }) => {
      const begun = receiver.begin(name, bytes);
      return begun.ok ? done({ fileId: begun.value }) : begun;
    },
    'filing.append': ({ fileId, ...part }) => receiver.append(fileId, part),
    'filing.finish': async ({ fileId }) => {
      const received = receiver.finish(fileId);
      if (!received.ok) return received;
      const { about: fileName, bytes, contentType } = received.value;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const same = filed.sameFile(sha256);
      if (same !== null) {
        // A copy from another computer has the rows without the files.
        await filedFiles.keep(sha256, bytes, () => undefined);
        return done({ known: explainSame(same) });
      }
      await filedFiles.keep(sha256, bytes, () =>
        commit([], () => filed.add({ fileName, contentType, sha256, bytes: bytes.length }, clock.wall())),
      );
      return done({ known: null });
    },
    'filing.counts': () => done({ pile: filed.countPile() }),
    'filing.pile': async () => {
      const judged = await judgePile(filed.pile(maxShown));
      const papers = judged.map(({ plainNumber: _plain, employerId: _employer, ...paper }) => paper);
      return done({ papers, total: filed.countPile(), kinds: listTypes() });
    },
    'filing.saveReading': ({ id, pages, pageCount, problem }) => {
      const stored = filed.paper(id);
      if (stored === null) return gone;
      const lastPage = pageCount === null ? null : stored.firstPage + pageCount - 1;
      commit([id], () => {
        let rest: StoredPaper | null = {
          ...stored,
          lastPage,
          reading: pages.length === 0 ? null : pages,
          problem,
        };
        filed.save(rest);
        const starts = splitPapers(pages).map(({ start }) => start);
        let from = 0;
        for (const start of starts.slice(1)) {
          rest = rest === null ? null : filed.split(rest, start - from, rest.reading ?? []);
          from = start;
        }
        // Pages of a file with more than these were not read.
        if (rest !== null && lastPage !== null) filed.save({ ...rest, lastPage });
      });
      return done(null);
    },
    'filing.split': ({ id, page }) => {
      const stored = filed.paper(id);
      if (stored === null) return gone;
      const index = page - stored.firstPage;
      if (index < 1 || page > (stored.lastPage ?? 0))
        return refuse('bad_input', 'This document has no such page.');
      commit([id], () => {
        const rest = filed.split(stored, index, stored.reading ?? []);
        for (const one of [filed.paper(id), rest]) if (one !== null) filed.choose(one, { pages: true });
      });
      return done(null);
    },
    'filing.join': ({ id }) => {
      const stored = filed.paper(id);
      const next = stored === null ? null : filed.next(stored);
      if (stored === null || next === null)
        return refuse('not_found', 'No other document of this file follows.');
      commit([id, next.id], () => {
        const reading = [...(stored.reading ?? []), ...(next.reading ?? [])];
        const chosen = { ...stored.chosen, pages: true } as const;
        filed.save({ ...stored, chosen, reading, lastPage: next.lastPage });
        filed.remove(next.id, clock.wall());
      });
      return done({ page: next.firstPage });
    },
    'filing.choose': ({ id, choice }) => {
      const stored = filed.paper(id);
      if (stored === null) return gone;
      commit([id], () => filed.choose(stored, choice));
      return done(null);
    },
    'filing.file': async ({ ids, recognizedOnly }) => {
      const found = ids.flatMap((id) => filed.paper(id) ?? []);
      const judged = await judgePile(found);
      const left: { id: string; sentence: string }[] = [];
      const ready = judged.flatMap((paper) => {
        const { id, vendor, kind, signedOn, validUntil, plainNumber: number, isRead, toCheck } = paper;
        if (vendor === null || kind === null)
          left.push({ id, sentence: vendor === null ? 'Choose a vendor first.' : 'Choose a type first.' });
        else if (recognizedOnly && (!isRead || toCheck.length > 0))
          left.push({ id, sentence: 'Something changed. Check this one first.' });
        else
          return [
            {
              id,
              name: vendor.name,
              filing: { subject: vendor.subject, kind, signedOn, validUntil, number },
            },
          ];
        return [];
      });
      const filings = commitFiled(
        ready.map(({ id }) => id),
        () =>
          ready.flatMap(({ id, name, filing }: { id: string; name: string; filing: Filing }) => {
            const replaced = filed.file(id, filing, clock.wall());
            return replaced === null ? [] : [{ id, kind: filing.kind, vendor: name, replaced }];
          }),
      );
      return done({ filed: filings, left });
    },
    'filing.undoFile': ({ ids }) =>
      changeEach(ids, (id) => filed.unfile(id), refuse('too_late', 'These are no longer on file.')),
    'filing.remove': ({ ids }) => changeEach(ids, (id) => filed.remove(id, clock.wall()), gone),
    'filing.restoreRemoved': ({ ids }) =>
      changeEach(ids, filed.restore, refuse('too_late', 'This was removed for good.')),
    'filing.list': ({ subject }) => done(filed.documents(onboarding.resolve(subject)).map(toShown)),
    'filing.change': ({ id, ...change }) => {
      const before = filed.document(id);
      if (before === null) return gone;
      commitFiled([id], () => filed.change(id, change));
      const { kind, signedOn, validUntil } = before;
      return done({ before: { kind, signedOn, validUntil } });
    },
  };
}

/** Numbers as they are filed; screens get them masked. */
interface Filed {
  plainNumber: string | null;
  employerId: string | null;
}

/** Doubts a vendor that no person chose where a paper of another one has the same employer ID. */
function doubtShared(paper: PilePaper & Filed, all: readonly (PilePaper & Filed)[]): PilePaper & Filed {
  const { employerId, vendor, toCheck } = paper;
  if (employerId === null || vendor === null || paper.evidence === chosenByYou) return paper;
  const others = all.flatMap((one) => (one.employerId === employerId ? (one.vendor ?? []) : []));
  const other = others.find(({ subject }) => subject !== vendor.subject);
  if (other === undefined) return paper;
  const evidence = `same EIN as a document of ${other.name}`;
  return { ...paper, evidence, toCheck: [...new Set(['vendor' as const, ...toCheck])] };
}

const chosenByYou = 'chosen by you';

const maskNumber = (number: string, isEmployerId: boolean): string =>
  isEmployerId ? (writtenEmployerId(number)?.masked ?? '') : number;
