import fs from 'node:fs';
import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.ts';
import { run, type HowToRun } from './child-process.ts';
import { projectRoot } from './places.ts';

/** Runs npm in the project, as {@link run} says. Throws where there is no npm. */
export function runNpm(args: string[], how: Pick<HowToRun, 'show' | 'env'>) {
  const npm = npmProgram();
  if (npm === undefined) {
    throw new CannotGoOn(
      'npm is not on this machine; install Node 24 from https://nodejs.org, which brings it.',
    );
  }
  return run(process.execPath, [npm, ...args], { ...how, cwd: projectRoot });
}

/**
 * Where npm's own program (npm-cli.js) is: the npm that started this process, else the one beside this Node,
 * else the one on the PATH. Undefined when there is none. It is run with Node, so that no shell or .cmd file
 * is needed on any system.
 */
export function npmProgram(): string | undefined {
  return places().find((place) => path.basename(place) === 'npm-cli.js' && fs.existsSync(place));
}

function places() {
  const inModules = path.join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const nodeFolder = path.dirname(process.execPath);
  const onPath = (process.env['PATH'] ?? process.env['Path'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => [path.join(folder, inModules), linkTarget(path.join(folder, 'npm'))]);
  return [
    process.env['npm_execpath'] ?? '',
    path.join(nodeFolder, inModules),
    path.join(nodeFolder, '..', 'lib', inModules),
    ...onPath,
  ];
}

function linkTarget(file: string) {
  return fs.existsSync(file) ? fs.realpathSync(file) : file;
}
