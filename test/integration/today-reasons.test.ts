import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { answerBytes, startWireServer } from './wire-server.ts';
import { openTestWorkspace, passUntil, until, untilState } from './workspace-harness.ts';

const json = { 'content-type': 'application/json' };
const job = randomUUID();

it('Today tells which details of a license differ, and what the quality of a document suffers from', async () => {
  const server = await startWireServer(({ method, path }, socket) => {
    const body =
      method === 'POST'
        ? { success: true, id: 'R-1' }
        : path.includes(job)
          ? {
              id: job,
              status: 'completed',
              qualityDetails: {
                overallScore: 41,
                scoreBreakdown: { sharpness: 22, readability: 35, textQuality: 90, skewAndAlignment: 95 },
              },
            }
          : {
              id: 'R-1',
              status: 'verified',
              response: {
                licenseNumber: 'L-1',
                licenseeName: 'Brightwater Inc',
                qualifiedParty: 'Rosa Delgado',
              },
            };
    socket.write(answerBytes(200, json, JSON.stringify(body)));
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  await until(() => workspace.dispatcher.canRead(), 'it is online');
  const submitted = await verificationHandlers(workspace)['verifications.enqueue']({
    type: 'license',
    data: { licenseNumber: 'L-1', licenseeName: 'Kestrel LLC', qualifiedParty: 'Tom Okafor' },
    vendorId: null,
    replaces: null,
  });
  if (!submitted.ok) throw new Error(submitted.error.message);
  const { entryId } = submitted.value;
  await untilState(workspace, entryId, 'accepted');
  await documentHandlers(workspace)['documents.add']({ ids: [job], vendorId: null });
  const summary = async () => {
    const result = await todayHandlers(workspace)['today.summary'](null);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  await passUntil(
    workspace.fake,
    () =>
      workspace.verifications.get(entryId)?.differing === 2 &&
      workspace.documents.get(job)?.overallScore === 41,
    600_000,
    5000,
  );
  const told = await summary();
  expect(told.differingDetails).toEqual({ [entryId]: ['Licensee name', 'Qualified party'] });
  expect(told.weakestParts).toEqual({ [job]: { label: 'Sharpness', score: 22 } });
});
