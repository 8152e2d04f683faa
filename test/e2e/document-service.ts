import { createServer } from 'node:http';

/** What stands behind the fileUrl of a document. */
export interface FileAnswer {
  status?: number;
  headers?: Record<string, string>;
  bytes?: Buffer;
}

/** A service that knows document results and their files, and nothing else. */
export interface DocumentService {
  baseUrl: string;
  /** Paths of files that were asked for, with whether the token came along. */
  asked: { path: string; token: boolean }[];
  stop(): Promise<void>;
}

/** @param files by job ID; every result is finished and has an overall score of 55 */
export async function startDocumentService(files: ReadonlyMap<string, FileAnswer>): Promise<DocumentService> {
  const asked: DocumentService['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const id = path.split('/').at(-1) ?? '';
    if (path.startsWith('/api/vision/') && files.has(id)) {
      const result = {
        id,
        status: 'completed',
        documentType: 'Insurance',
        fileUrl: `http://${request.headers.host}/files/${id}`,
        qualityDetails: { overallScore: 55, scoreBreakdown: { sharpness: 51 } },
        data: { nameOfEntityIndividual: `Vendor ${id.slice(-2)}` },
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
      return;
    }
    const file = path.startsWith('/files/') ? files.get(id) : undefined;
    if (file !== undefined) asked.push({ path, token: request.headers.authorization !== undefined });
    response.writeHead(file === undefined ? 404 : (file.status ?? 200), file?.headers ?? {});
    response.end(file?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
