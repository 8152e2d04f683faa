import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { demandBuild, projectFolder } from '#test/boot/booted-app.ts';

beforeAll(demandBuild);

/** Runs the audit with a program in npm's place that writes what it was asked into a file, and this answer. */
function audit(answer: string): { status: number | null; stdout: string; stderr: string; asked: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-audit-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const asked = join(folder, 'asked.json');
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(
    npm,
    `require('node:fs').writeFileSync(${JSON.stringify(asked)}, JSON.stringify(process.argv.slice(2)));
     process.stdout.write(${JSON.stringify(answer)});
     process.exitCode = 1;`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'audit'], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
  return {
    status,
    stdout,
    stderr,
    asked: z.array(z.string()).parse(JSON.parse(readFileSync(asked, 'utf8'))),
  };
}

const locked = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});

/** A report with one finding, in the package at that place. */
function report(name: string, node: string): string {
  const url = 'https://github.com/advisories/GHSA-zzzz-zzzz-zzzz';
  const via = [{ source: 1, name, title: 'It can be made to wait', url, severity: 'low', range: '*' }];
  return JSON.stringify({ auditReportVersion: 2, vulnerabilities: { [name]: { name, via, nodes: [node] } } });
}

describe('npm run audit', () => {
  it('lets a build through where nothing is known against its packages', () => {
    const { status, stdout } = audit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }));
    expect(stdout).toContain('Findings that stop a build: 0');
    expect(status).toBe(0);
  });

  it('stops a build by a finding in a bundled package, of whatever severity, and names it', () => {
    const { packages } = locked.parse(
      JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')),
    );
    const version = packages['node_modules/undici']?.version ?? '';
    const { status, stderr } = audit(report('undici', 'node_modules/undici'));
    expect(stderr).toContain(`undici@${version} (in the app), low: It can be made to wait`);
    expect(stderr).toContain('GHSA-zzzz-zzzz-zzzz https://github.com/advisories/GHSA-zzzz-zzzz-zzzz');
    expect(status).toBe(1);
  });

  it('is about all packages, whatever this machine’s npm is set to', () => {
    const { asked } = audit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }));
    expect(asked.slice(0, 2)).toEqual(['audit', '--json']);
    expect(asked).toEqual(expect.arrayContaining(['--include=dev', '--include=optional', '--no-offline']));
  });

  it.each([
    [
      'refuses',
      JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }),
      '405 Method Not Allowed',
    ],
    ['says nothing', '', 'no report that can be read'],
    ['answers with a page', '<html>Sign in</html>', 'no report that can be read'],
  ])(
    'says in a sentence that nothing is known, and ends with 2, where the registry %s',
    (_, answer, reason) => {
      const { status, stdout, stderr } = audit(answer);
      expect(stderr.trim().split('\n')).toEqual([
        expect.stringMatching(/^No audit was made, so nothing is known of weaknesses: npm gave .*\.$/),
      ]);
      expect(stderr).toContain(reason);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    },
  );
});
