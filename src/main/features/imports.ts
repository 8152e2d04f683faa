import { z } from 'zod';
import { getErrorName } from '#shared/base/error-name.ts';
import { displayName, fileNamePart } from '#shared/base/foreign-text.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import {
  importField,
  importLimits,
  listFields,
  type ImportField,
  type ListKind,
  labelImportField,
} from '#shared/imports/import-fields.ts';
import type { ImportRow, ImportStatus } from '#shared/ipc/imports.ts';
import { createColumnPresets, type ColumnPresets } from '../imports/column-presets.ts';
import { headingsToRemember } from '../imports/columns.ts';
import { createImportSession, type ImportSession } from '../imports/import-session.ts';
import { openListThread } from '../imports/list-thread.ts';
import { previewMessage, createInviteList } from '../imports/invite-list.ts';
import { createLicenseList } from '../imports/license-list.ts';
import type { ListRules } from '../imports/list-rules.ts';
import type { Log } from '../log/log.ts';
import { toProblem } from '../store/database.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { duplicateMessage, problemHeading } from '#shared/words/import-messages.ts';
import { createPace } from '../imports/pace.ts';
import { csvText } from '../exports/sheet.ts';

const notOpen = refuse('not_found', 'This import is closed. Choose the file again.');
const busy = refuse('too_late', 'The rows are being read or queued. Wait a moment, then try again.');
const noRow = refuse('not_found', 'This row is no longer in the list.');
const wrongField = refuse('bad_input', 'This kind of list doesn’t have that field. Choose another one.');
const notText = refuse(
  'bad_input',
  'This file is a workbook. Encoding and separator apply only to text files.',
);
const partQueued = refuse(
  'too_late',
  'Rows of this list were queued, so it can’t be read another way now. Finish or close it, then choose the file again.',
);
const notAtTheTop = refuse('bad_input', 'The header row must be one of the first rows of the list.');
const interrupted = refuse(
  'bad_input',
  'Gangway couldn’t read the whole file. It may have been moved, changed or deleted. Nothing was queued. Choose it again.',
);
const tooLarge = refuse(
  'bad_input',
  `This file is larger than ${importLimits.fileBytes / 1024 / 1024} MB. Split it into smaller files and import them one after the other.`,
);
const noRoom = refuse(
  'storage',
  'Gangway cannot write to its folder. Nothing was queued, and the list stays open. Free some space, then queue it again.',
);
const notAsShown = refuse(
  'too_late',
  'Something changed since the rows were checked, and nothing was queued. Check the counts, then queue again.',
);

type Work<T> = (session: ImportSession) => CallResult<T> | Promise<CallResult<T>>;

const headingsKept = z.record(z.string(), importField);
const maxHeadings = 500;
const noPreset = refuse('not_found', 'This preset was deleted.');
const noHeadings = refuse('bad_input', 'Presets need column headings, and this file has none.');

/** Imports of invites or licenses, one open at a time. @param listWorker the worker that reads a file */
export function importHandlers(
  workspace: Workspace,
  log: Pick<Log, 'write'>,
  listWorker: string,
): Handlers<CallsOf<'imports'>> {
  const { imports, stored, clock } = workspace;
  const dateOrder = () => workspace.rules().dates.order;
  const defaultType = () => workspace.settings().defaultVerificationType;
  const lists: Record<ListKind, { rules: ListRules; presets: ColumnPresets; headings: string }> = {
    invites: {
      rules: createInviteList(workspace.knownRecipients, workspace.settings, dateOrder),
      presets: createColumnPresets(stored, 'import.presets.invites'),
      headings: 'import.headings',
    },
    verifications: {
      rules: createLicenseList(workspace.knownLicenses, defaultType, dateOrder),
      presets: createColumnPresets(stored, 'import.presets.verifications'),
      headings: 'import.headings.verifications',
    },
  };
  let open: ImportSession | null = null;
  let previews = 0;

  function close(): void {
    open?.stop();
    open = null;
  }

  function abandon<T>(result: T): T {
    close();
    workspace.emit('imports.changed', null);
    return result;
  }

  function onFault(error: unknown): void {
    log.write('import_failed', { error: getErrorName(error) });
  }

  const shownStatus = () => (open === null || open.isFinished() ? null : open.status());

  function onChange(status: ImportStatus): void {
    if (open?.id === status.importId) workspace.emit('imports.changed', open.isFinished() ? null : status);
  }

  /** A finished list stays open while its queueing can be undone. */
  function closeWhenFinished(session: ImportSession, undoUntil: number): void {
    const closeIt = () => {
      if (open === session && session.isFinished()) close();
    };
    if (undoUntil === 0) closeIt();
    else clock.after(undoUntil - clock.wall(), closeIt);
  }

  const inSession = <T>(importId: string, work: Work<T>): ReturnType<Work<T>> =>
    open?.id === importId ? work(open) : notOpen;

  const whenReady = <T>(importId: string, work: Work<T>): ReturnType<Work<T>> =>
    inSession(importId, (session) => (session.isReady() ? work(session) : busy));

  /** Reads the file another way, as long as none of its rows is queued. */
  function readAgain(importId: string, work: Work<ImportStatus>) {
    return inSession(importId, (session) => {
      if (session.isQueued()) return partQueued;
      const { kind } = session.status().phase;
      return kind === 'ready' || kind === 'failed' ? work(session) : busy;
    });
  }

  function inBulk(importId: string, work: (session: ImportSession) => Promise<unknown>) {
    return whenReady(importId, async (session) => {
      await work(session);
      return done(session.status());
    });
  }

  function changed(session: ImportSession, rows: ImportRow[]): CallResult<{ rows: ImportRow[] }> {
    if (rows.length === 0) return noRow;
    session.changed();
    return done({ rows });
  }

  const rememberedFor = (setting: string): Map<string, ImportField> =>
    new Map(Object.entries(stored.read(setting, headingsKept) ?? {}));

  function remember(session: ImportSession): void {
    const setting = lists[session.rules.list].headings;
    const kept = rememberedFor(setting);
    // The latest come last, so that the oldest are dropped first.
    const chosen = headingsToRemember(session.headings());
    for (const heading of chosen.keys()) kept.delete(heading);
    stored.write(setting, Object.fromEntries([...kept, ...chosen].slice(-maxHeadings)));
  }

  return {
    'imports.begin': ({ list, fileName, size }) => {
      if (size > importLimits.fileBytes) return tooLarge;
      if (open?.status().phase.kind === 'queueing') return busy;
      close();
      const { rules, presets, headings } = lists[list];
      const deps = {
        rules,
        queue: imports,
        open: (bytes: ArrayBuffer) => openListThread(listWorker, bytes),
        remembered: () => rememberedFor(headings),
        presets,
        onChange,
        onFault,
      };
      open = createImportSession(deps, displayName(fileName) ?? 'The list', size);
      return done(open.status());
    },
    'imports.append': ({ importId, ...part }) =>
      inSession(importId, (session) => (session.append(part) ? done(null) : abandon(interrupted))),
    'imports.finish': ({ importId }) =>
      inSession(importId, (session) => (session.finish() ? done(session.status()) : abandon(interrupted))),
    'imports.status': () => done(shownStatus()),
    'imports.chooseSheet': ({ importId, sheet }) =>
      readAgain(importId, (session) => {
        session.chooseSheet(sheet);
        return done(session.status());
      }),
    'imports.setTextForm': ({ importId, form }) =>
      readAgain(importId, (session) => (session.setTextForm(form) ? done(session.status()) : notText)),
    'imports.setMapping': ({ importId, headingsRow, ...rest }) =>
      inSession(importId, (session) => {
        const { phase, topRows, headingsRow: headingsBefore, type, endless } = session.status();
        if (phase.kind !== 'ready' && phase.kind !== 'checking') return busy;
        const offered = listFields[session.rules.list];
        if (rest.fields?.every((field) => offered.includes(field)) === false) return wrongField;
        if (session.isQueued() && headingsRow !== headingsBefore) return partQueued;
        if (headingsRow !== null && !topRows.some(({ row }) => row === headingsRow)) return notAtTheTop;
        session.map(headingsRow, {
          ...rest,
          type: rest.type ?? type,
          endless: rest.endless ?? endless ?? false,
        });
        remember(session);
        return done(session.status());
      }),
    'imports.savePreset': ({ importId, id, name }) =>
      whenReady(importId, (session) => {
        if (session.status().headingsRow === null) return noHeadings;
        session.savePreset(id, name);
        return done(session.status());
      }),
    'imports.takePreset': ({ importId, id }) =>
      whenReady(importId, (session) => (session.takePreset(id) ? done(session.status()) : noPreset)),
    'imports.renamePreset': ({ importId, id, name }) =>
      inSession(importId, (session) =>
        lists[session.rules.list].presets.rename(id, name) ? done(session.status()) : noPreset,
      ),
    'imports.deletePreset': ({ importId, id }) =>
      inSession(importId, (session) => {
        lists[session.rules.list].presets.remove(id);
        return done(session.status());
      }),
    'imports.previewMessage': ({ importId, message }) =>
      whenReady(importId, async (session) => {
        previews += 1;
        const mine = previews;
        const stopped = () => mine !== previews || open !== session || !session.isReady();
        const preview = await previewMessage(session.table, message, stopped);
        return preview === null ? busy : done(preview);
      }),
    'imports.page': ({ importId, after, limit, ...which }) =>
      inSession(importId, ({ table }) => done(table.page(which, after, limit))),
    'imports.editCell': ({ importId, row, column, text }) =>
      whenReady(importId, (session) => {
        if (column >= session.headings().length) return noRow;
        return changed(session, session.table.edit(row, column, text));
      }),
    'imports.include': ({ importId, row, choice }) =>
      whenReady(importId, (session) => changed(session, session.table.choose(row, choice))),
    'imports.fixAll': ({ importId }) =>
      inBulk(importId, (session) => session.bulk((table, going) => table.fixAll(going))),
    'imports.chooseAll': ({ importId, group, choice }) =>
      inBulk(importId, (session) => session.bulk((table, going) => table.chooseAll(group, choice, going))),
    'imports.undoBulk': ({ importId }) => inBulk(importId, (session) => session.undoBulk()),
    'imports.queue': ({ importId, expected }) =>
      whenReady(importId, async (session) => {
        const { mappingProblem, counts } = session.status();
        if (mappingProblem !== null) return refuse('bad_input', mappingProblem);
        if (counts.ready === 0) return refuse('bad_input', 'No row is ready. Correct or include one first.');
        if (counts.ready !== expected) return notAsShown;
        try {
          const result = await session.queueReady();
          if (result.kind === 'changed') return notAsShown;
          if (result.kind === 'stopped') return notOpen;
          const { batch, count, notBefore } = result;
          closeWhenFinished(session, notBefore);
          return done({ batch, queued: count, notBefore: notBefore === 0 ? null : notBefore });
        } catch (error) {
          if (toProblem(error) === null) throw error;
          onFault(error);
          return noRoom;
        }
      }),
    'imports.lists': ({ batch }) => done(imports.lists(batch)),
    'imports.undo': async ({ batch }) => {
      const undone = imports.undo(batch);
      return undone === null ? refuse('not_found', 'This list is not on this computer.') : done(await undone);
    },
    'imports.problems': ({ importId }) =>
      whenReady(importId, async (session) => done(await problemsFile(session, clock.wall()))),
    'imports.cancel': ({ importId }) => inSession(importId, () => abandon(done(null))),
  };
}

/** The rows that are not ready, with the file's own columns and their problems, as CSV. */
async function problemsFile(session: ImportSession, now: number) {
  const columns = session
    .headings()
    .map(({ heading, field }, column) => {
      const label = field === 'skip' ? `Column ${column + 1}` : labelImportField(field);
      return { column, heading: heading === '' ? label : heading };
    })
    .filter(({ heading }) => heading !== problemHeading);
  const pace = createPace();
  const parts = [csvText([[...columns.map(({ heading }) => heading), problemHeading]])];
  for (const { cells, row } of session.table.unready()) {
    const line = columns.map(({ column }) => cells[column] ?? '');
    parts.push(csvText([[...line, whatIsWrong(row, columns, session.rules.list, now)]]).slice(1));
    if (pace.due()) await pace.rest();
  }
  const name = fileNamePart(session.fileName.replace(/\.[a-z]{1,5}$/i, ''));
  return { fileName: `${name}-needs-fixing.csv`, contentType: 'text/csv', text: parts.join('') };
}

function whatIsWrong(
  row: ImportRow,
  columns: readonly { column: number; heading: string }[],
  list: ListKind,
  now: number,
): string {
  if (row.duplicate !== null && row.result === 'duplicate') return duplicateMessage(row.duplicate, list, now);
  const problems = row.cells.flatMap((cell) => {
    const heading = columns.find(({ column }) => column === cell.column)?.heading ?? '';
    return cell.problem === null ? [] : `${heading}: ${cell.problem}`;
  });
  return problems.join(' ');
}
