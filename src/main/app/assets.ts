import { join } from 'node:path';
import { reportPartsOfBuild, reportPartsOfSource, type ReportParts } from '../reports/report-parts.ts';

export interface Assets {
  migrations: string;
  samples: string;
  report: ReportParts;
  workers: ReturnType<typeof listWorkers>;
}

const listWorkers = (getPath: (folder: string, name: string) => string) => ({
  answer: getPath('answers', 'answer-worker'),
  list: getPath('imports', 'list-worker'),
  movedFile: getPath('store', 'moved-file-worker'),
  integrity: getPath('store', 'integrity-worker'),
});

export function assetsOfSource(root: string): Assets {
  const main = join(root, 'src', 'main');
  return {
    migrations: join(main, 'store', 'migrations'),
    samples: join(root, 'src', 'practice', 'samples'),
    report: reportPartsOfSource(root),
    workers: listWorkers((folder, name) => join(main, folder, `${name}.ts`)),
  };
}

export const assetsOfBuild = (folder: string): Assets => ({
  migrations: join(folder, 'migrations'),
  samples: join(folder, 'samples'),
  report: reportPartsOfBuild(folder),
  workers: listWorkers((_folder, name) => join(folder, `${name}.js`)),
});
