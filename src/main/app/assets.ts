import { join } from 'node:path';
import { reportPartsOfBuild, reportPartsOfSource, type ReportParts } from '../reports/report-parts.ts';

export interface Assets {
  migrations: string;
  samples: string;
  report: ReportParts;
  workers: { answer: string; list: string; movedFile: string; integrity: string };
}

export function assetsOfSource(root: string): Assets {
  const main = join(root, 'src', 'main');
  return {
    migrations: join(main, 'store', 'migrations'),
    samples: join(root, 'src', 'practice', 'samples'),
    report: reportPartsOfSource(root),
    workers: {
      answer: join(main, 'answers', 'answer-worker.ts'),
      list: join(main, 'imports', 'list-worker.ts'),
      movedFile: join(main, 'store', 'moved-file-worker.ts'),
      integrity: join(main, 'store', 'integrity-worker.ts'),
    },
  };
}

export function assetsOfBuild(folder: string): Assets {
  return {
    migrations: join(folder, 'migrations'),
    samples: join(folder, 'samples'),
    report: reportPartsOfBuild(folder),
    workers: {
      answer: join(folder, 'answer-worker.js'),
      list: join(folder, 'list-worker.js'),
      movedFile: join(folder, 'moved-file-worker.js'),
      integrity: join(folder, 'integrity-worker.js'),
    },
  };
}
