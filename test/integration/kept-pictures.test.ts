import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { DocumentOrder } from '#shared/ipc/documents.ts';
import { makePng, svgWithScript, webPage } from '#test/picture-bytes.ts';
import { answerBytes, answering, answeringJson, startWireServer, type WireServer } from './wire-server.ts';
import { openTestWorkspace, temporaryFolder, turn, until, type TestWorkspace } from './workspace-harness.ts';

const jobs = Array.from({ length: 4 }, (_, number) => `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8f0${number}`);
const [first = '', second = '', third = '', fourth = ''] = jobs;
const megabyte = 1024 * 1024;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** A service whose pictures are 20 MB each. */
function pictureService(): Promise<WireServer> {
  const picture = Buffer.concat([makePng(8, 8), Buffer.alloc(20 * megabyte)]);
  return startWireServer((request, socket) => {
    const id = request.path.split('/').at(-1) ?? '';
    if (request.path.startsWith('/files/')) {
      socket.write(answerBytes(200, { 'content-length': String(picture.length) }));
      socket.write(picture);
      return;
    }
    const scores = { qualityDetails: { overallScore: 10 * (1 + jobs.indexOf(id)) } };
    const status = id === first ? 'Verified' : 'completed';
    answeringJson({ id, status, fileUrl: `http://127.0.0.1:${socket.localPort}/files/${id}`, ...scores })(
      request,
      socket,
    );
  });
}

async function withDocuments(folder?: string) {
  const server = await pictureService();
  const workspace = await openTestWorkspace({
    baseUrl: server.baseUrl,
    ...(folder === undefined ? {} : { folder }),
  });
  const documents = documentHandlers(workspace);
  for (const jobId of jobs) {
    await documents['documents.add']({ ids: [jobId], vendorId: null });
    workspace.fake.advance(1000);
    unwrap(await documents['documents.checkNow']({ jobId }));
  }
  return { server, workspace, documents };
}

type Documents = ReturnType<typeof documentHandlers>;

const getKind = async (documents: Documents, jobId: string) =>
  unwrap(await documents['documents.get']({ jobId })).file.kind;

async function fetchAll(workspace: TestWorkspace, documents: Documents, wanted: readonly string[]) {
  for (const jobId of wanted) {
    workspace.fake.advance(120_000);
    unwrap(await documents['documents.fetchFile']({ jobId }));
  }
}

async function bringIn(documents: Documents, jobId: string, name: string, bytes: Buffer) {
  const begun = await documents['documents.localCopyBegin']({ jobId, name, bytes: bytes.length });
  const { copyId } = unwrap(begun);
  for (let from = 0; from < bytes.length; from += megabyte) {
    const data = bytes.subarray(from, from + megabyte).toString('base64');
    unwrap(await documents['documents.localCopyAppend']({ copyId, offset: from, data }));
  }
  return documents['documents.localCopyFinish']({ copyId });
}

describe('kept pictures', () => {
  it('make room by when they were looked at, and those put there by a person stay', async () => {
    const { workspace, documents } = await withDocuments();
    workspace.updateSettings({ pictureCacheMb: 50 });
    await fetchAll(workspace, documents, [first, second]);
    unwrap(
      await bringIn(
        documents,
        fourth,
        'mine.png',
        Buffer.concat([makePng(4, 4), Buffer.alloc(40 * megabyte)]),
      ),
    );
    workspace.fake.advance(120_000);
    expect(workspace.pictures.use(first)).not.toBeNull();
    await fetchAll(workspace, documents, [third]);
    expect(await Promise.all(jobs.map((jobId) => getKind(documents, jobId)))).toEqual([
      'kept',
      'not_kept',
      'kept',
      'kept',
    ]);
    expect(readdirSync(workspace.filesFolder).toSorted()).toEqual([first, third, `${fourth}.local`]);
    expect(workspace.events).toContainEqual({ name: 'documents.changed', payload: { ids: [second] } });
    expect(unwrap(await documents['documents.pictureUsage'](null))).toMatchObject({
      fetched: { files: 2 },
      local: { files: 1 },
    });
  });

  it('leave at once where the limit is lowered, and all of them where a person clears them', async () => {
    const { workspace, documents } = await withDocuments();
    await fetchAll(workspace, documents, [first, second, third]);
    unwrap(await bringIn(documents, fourth, 'mine.png', makePng(4, 4)));
    expect(workspace.pictures.usage().fetched.files).toBe(3);
    workspace.updateSettings({ pictureCacheMb: 50 });
    await until(() => workspace.pictures.usage().fetched.files === 2, 'one has left');
    expect(await getKind(documents, first)).toBe('not_kept');
    const usage = unwrap(await documents['documents.clearPictures'](null));
    expect(usage).toMatchObject({ fetched: { files: 0, bytes: 0 }, local: { files: 1 } });
    await until(() => readdirSync(workspace.filesFolder).length === 1, 'the files are gone');
    expect(await getKind(documents, fourth)).toBe('kept');
  });

  it('are known to be gone where somebody took the file away', async () => {
    const { workspace, documents } = await withDocuments();
    await fetchAll(workspace, documents, [first]);
    rmSync(join(workspace.filesFolder, first));
    expect(await getKind(documents, first)).toBe('not_kept');
    expect(workspace.pictures.use(first)).toBeNull();
  });

  it('lose what a process that was cut short left behind, and nothing else', async () => {
    const { workspace, documents } = await withDocuments();
    await fetchAll(workspace, documents, [first]);
    unwrap(await bringIn(documents, fourth, 'mine.png', makePng(4, 4)));
    for (const stray of [`${second}.0b7c.partial`, third, `${third}.local`]) {
      writeFileSync(join(workspace.filesFolder, stray), 'half');
    }
    await workspace.close();
    const again = await openTestWorkspace({ baseUrl: workspace.baseUrl, folder: workspace.folder });
    await until(() => readdirSync(again.filesFolder).length === 2, 'the strays are gone');
    expect(readdirSync(again.filesFolder).toSorted()).toEqual([first, `${fourth}.local`]);
  });

  it('leave another folder as it is where a link stands in the place of theirs', async () => {
    const { server, workspace, documents } = await withDocuments();
    await fetchAll(workspace, documents, [first]);
    const { folder, filesFolder } = workspace;
    await workspace.close();
    const target = temporaryFolder();
    writeFileSync(join(target, 'holiday.jpg'), 'not of Gangway');
    writeFileSync(join(target, first), 'not of Gangway');
    rmSync(filesFolder, { recursive: true });
    symlinkSync(target, filesFolder);
    const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    await again.pictures.clear();
    expect(readdirSync(target).sort()).toEqual([first, 'holiday.jpg']);
  });

  it('are nowhere but in their folder, whatever the database calls them', async () => {
    const { workspace } = await withDocuments();
    const jobId = '../victim';
    const at = workspace.fake.wall();
    const victims = ['victim', 'victim.local'].map((name) => join(workspace.folder, name));
    for (const victim of victims) writeFileSync(victim, 'a file of the user');
    const claim = () => {
      workspace.db
        .prepare(
          `INSERT INTO document (job_id, added_at, file_type, file_bytes, file_kept_at, file_used_at)
           VALUES (@jobId, @at, 'text/html', 999999999999, @at, @at)
           ON CONFLICT (job_id) DO UPDATE SET file_type = 'text/html', file_bytes = 999999999999, file_kept_at = @at`,
        )
        .run({ jobId, at });
      workspace.db
        .prepare(
          `INSERT INTO local_copy (job_id, name, content_type, bytes, kept_at) VALUES (?, 'a', 'text/html', 1, ?)
           ON CONFLICT (job_id) DO NOTHING`,
        )
        .run(jobId, at);
    };
    claim();
    expect(workspace.pictures.find(jobId)).toBeNull();
    await workspace.pictures.removeLocal(jobId);
    expect(workspace.pictures.find(jobId)).toBeNull();
    await workspace.pictures.holdToLimit();
    expect(workspace.pictures.usage().fetched.files).toBe(0);
    claim();
    expect(await workspace.pictures.clear()).toEqual([jobId]);
    await expect(workspace.pictures.keep(jobId, makePng(4, 4), 'image/png')).rejects.toThrow('job ID');
    await expect(workspace.pictures.keepLocal(jobId, 'a', makePng(4, 4), 'image/png')).rejects.toThrow(
      'job ID',
    );
    expect(victims.map((victim) => readFileSync(victim, 'utf8'))).toEqual([
      'a file of the user',
      'a file of the user',
    ]);
  });
});

describe('a file of this computer', () => {
  it('stands in the place of the picture until it is taken away, and through a restart', async () => {
    const { workspace, documents } = await withDocuments();
    await fetchAll(workspace, documents, [first]);
    const kept = unwrap(await bringIn(documents, first, 'scan of mine.png', makePng(4, 4)));
    expect(kept.file).toMatchObject({
      kind: 'kept',
      localName: 'scan of mine.png',
      contentType: 'image/png',
    });
    await workspace.close();
    const again = await openTestWorkspace({ baseUrl: workspace.baseUrl, folder: workspace.folder });
    expect(again.pictures.find(first)).toMatchObject({ from: 'local', name: 'scan of mine.png' });
    const back = unwrap(await documentHandlers(again)['documents.removeLocalCopy']({ jobId: first }));
    expect(back.file).toMatchObject({ kind: 'kept', localName: null });
    expect(existsSync(join(again.filesFolder, `${first}.local`))).toBe(false);
  });

  it('comes back where its removal is undone, until another is in its place or the workspace is closed', async () => {
    const { workspace, documents } = await withDocuments();
    const bytes = makePng(4, 4);
    const undo = () => documents['documents.restoreLocalCopy']({ jobId: first });
    unwrap(await bringIn(documents, first, 'scan of mine.png', bytes));
    unwrap(await documents['documents.removeLocalCopy']({ jobId: first }));
    expect(await getKind(documents, first)).toBe('not_kept');
    expect(workspace.pictures.usage().local).toEqual({ files: 0, bytes: 0 });
    expect(unwrap(await undo()).file).toMatchObject({ kind: 'kept', localName: 'scan of mine.png' });
    expect(readFileSync(join(workspace.filesFolder, `${first}.local`))).toEqual(bytes);
    expect(await undo()).toMatchObject({ ok: false, error: { code: 'too_late' } });

    unwrap(await documents['documents.removeLocalCopy']({ jobId: first }));
    unwrap(await bringIn(documents, first, 'another.png', makePng(5, 5)));
    expect(await undo()).toMatchObject({ ok: false, error: { code: 'too_late' } });
    expect(workspace.pictures.find(first)).toMatchObject({ name: 'another.png' });

    unwrap(await documents['documents.removeLocalCopy']({ jobId: first }));
    await workspace.close();
    expect(readdirSync(workspace.filesFolder)).toEqual([]);
  });

  it('is not taken in where it is no picture, too large or cut short', async () => {
    const { documents } = await withDocuments();
    for (const [bytes, sentence] of [
      [webPage, 'This is a web page. Print it to a PDF and try again.'],
      [svgWithScript, 'This is an SVG drawing. Save it as a PDF and try again.'],
      [Buffer.from([1, 2, 3]), 'This is not a picture or a PDF.'],
    ] as const) {
      expect(await bringIn(documents, first, 'a.pdf', bytes)).toMatchObject({
        ok: false,
        error: { code: 'bad_input', message: sentence },
      });
    }
    const large = { jobId: first, name: 'a.png', bytes: 51 * megabyte };
    expect(await documents['documents.localCopyBegin'](large)).toMatchObject({ ok: false });
    const begun = await documents['documents.localCopyBegin']({ ...large, bytes: 10 });
    expect(await documents['documents.localCopyFinish'](unwrap(begun))).toMatchObject({ ok: false });
    expect(await getKind(documents, first)).toBe('not_kept');
  });
});

describe('a picture that does not come', () => {
  it.each([404, 410, 403])('answered with %d leaves the rest of the document as it is', async (status) => {
    const { server, documents } = await withDocuments();
    server.behave(answering(status));
    expect(await documents['documents.fetchFile']({ jobId: first })).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
    const detail = unwrap(await documents['documents.get']({ jobId: first }));
    expect(detail).toMatchObject({ score: 10, file: { kind: 'not_kept' } });
  });
});

describe('decisions on documents', () => {
  it('carry who decided on this computer, and when', async () => {
    const { workspace, documents } = await withDocuments();
    const at = workspace.fake.wall();
    const decided = unwrap(
      await documents['documents.decide']({ jobId: first, choice: 'accept', note: 'seen' }),
    );
    const decision = { choice: 'accept', note: 'seen', at, by: userInfo().username };
    expect(decided).toMatchObject({ decision, decisions: [decision] });
  });
});

describe('documents in an order of choice', () => {
  it('come page by page, each once', async () => {
    const { workspace, documents } = await withDocuments();
    unwrap(await documents['documents.decide']({ jobId: first, choice: 'skip', note: '' }));
    await turn();
    const listed = (order: DocumentOrder) => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page = workspace.documents.page({ group: 'to_review', search: '', order, after, limit: 3 });
        seen.push(...page.rows.map(({ jobId }) => jobId));
        after = page.next;
      } while (after !== null);
      return seen;
    };
    expect(listed('worst')).toEqual(jobs);
    expect(listed('best')).toEqual(jobs.toReversed());
    expect(listed('oldest')).toEqual(jobs);
    expect(listed('newest')).toEqual(jobs.toReversed());
    expect(listed('status')).toEqual([second, third, fourth, first]);
    expect(listed('decision')).toEqual([second, third, fourth, first]);
  });

  it('begin anew where a place of another order is given', async () => {
    const { workspace } = await withDocuments();
    const page = workspace.documents.page({ group: null, search: '', after: null, limit: 1 });
    const other = workspace.documents.page({
      group: null,
      search: '',
      order: 'newest',
      after: page.next,
      limit: 1,
    });
    expect(other.rows[0]?.jobId).toBe(fourth);
  });

  it.each(['worst', 'best', 'oldest', 'newest', 'status', 'decision'] as const)(
    'are read by an index of their own: %s',
    async (order) => {
      const { workspace } = await withDocuments();
      const plans: string[] = [];
      const { db } = workspace;
      const by = { worst: 'rank', best: 'rank', oldest: 'added_at', newest: 'added_at' } as const;
      const column =
        order === 'status'
          ? "lower(COALESCE(o.status, ''))"
          : order === 'decision'
            ? 'o.decided_as'
            : `o.${by[order]}`;
      for (const row of db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT o.job_id FROM document o WHERE o.review_group = 'to_review' ORDER BY ${column}, o.job_id`,
        )
        .all()) {
        plans.push(JSON.stringify(row));
      }
      expect(plans.join('\n')).toMatch(/USING (COVERING )?INDEX document_by_/);
      expect(plans.join('\n')).not.toContain('TEMP B-TREE');
    },
  );
});
