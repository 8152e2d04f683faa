import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const project = join(import.meta.dirname, '..', '..');
const folder = join(project, '.github', 'workflows');

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.looseObject({}).optional(),
});
const job = z.looseObject({
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  permissions: z.unknown().optional(),
  strategy: z
    .object({
      matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }),
      'fail-fast': z.boolean(),
    })
    .optional(),
  steps: z.array(step),
});
const workflow = z.looseObject({
  on: z.looseObject({
    push: z.object({ branches: z.array(z.string()), tags: z.array(z.string()) }),
    schedule: z.array(z.object({ cron: z.string() })),
  }),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});

const build = workflow.parse(load(readFileSync(join(folder, 'build.yml'), 'utf8')));
const {
  test,
  'every-test': everyTest,
  mutants,
  package: packing,
  gather,
} = z.object({ test: job, 'every-test': job, mutants: job, package: job, gather: job }).parse(build.jobs);
const commands = (of: z.infer<typeof job>) => of.steps.map((one) => one.run ?? '');

/** Minute, hour, any day, any month, any day of the week. */
const nightly = '17 2 * * *';
/** The same on Mondays. */
const weekly = '17 5 * * 1';

describe('the build workflow', () => {
  it('is the only one, and may read the repository and do nothing else', () => {
    expect(readdirSync(folder)).toEqual(['build.yml']);
    expect(build.permissions).toEqual({ contents: 'read' });
    for (const one of Object.values(build.jobs)) expect(one.permissions).toBeUndefined();
  });

  it('tests every push and pull request, and packs what is tagged as a version and passed', () => {
    expect(Object.keys(build.jobs)).toEqual(['test', 'every-test', 'mutants', 'package', 'gather']);
    expect(Object.keys(build.on).toSorted()).toEqual(['pull_request', 'push', 'schedule']);
    expect(build.on.push).toEqual({ branches: ['main'], tags: ['v*'] });
    expect(test.if).toBeUndefined();
    expect(commands(test)).toContain('xvfb-run --auto-servernum ./.ci/run');
    expect(packing).toMatchObject({
      needs: ['test', 'every-test'],
      if: "startsWith(github.ref, 'refs/tags/v')",
    });
  });

  it('runs the second tier of the tests every night and for every version', () => {
    expect(build.on.schedule.map(({ cron }) => cron)).toEqual([nightly, weekly]);
    expect(everyTest.if).toBe(
      `github.event.schedule == '${nightly}' || startsWith(github.ref, 'refs/tags/v')`,
    );
    expect(commands(everyTest)).toContain('xvfb-run --auto-servernum npm test -- --all');
  });

  it('asks every night for what became known of unchanged packages', () => {
    expect(test.if).toBeUndefined();
    expect(commands(test)).toContain('npm run audit');
  });

  it('breaks every line of the lists of mutants once a week, and not at each push', () => {
    expect(mutants.if).toBe(`github.event.schedule == '${weekly}'`);
    expect(mutants.needs).toBeUndefined();
    expect(commands(mutants)).toContain('npm run mutants');
    expect(mutants.steps.find((one) => one.run === 'npm run mutants')).not.toHaveProperty(
      'continue-on-error',
    );
  });

  it('puts everything of a version into one folder, the list of packages with the installers', () => {
    expect(gather.needs).toBe('package');
    const names = packing.strategy?.matrix.include.map(({ name }) => `gangway-${name ?? ''}`) ?? [];
    const pattern = gather.steps.find((one) => one.uses?.includes('download-artifact') === true)?.with;
    expect(pattern).toEqual({ path: 'builds', pattern: 'gangway-*' });
    expect(names).toHaveLength(5);
    expect(commands(gather)).toContain('node scripts/packaging/gather-release.mjs builds release');
    expect(gather.steps.at(-1)?.with).toMatchObject({ path: 'release/', 'if-no-files-found': 'error' });
  });

  it.each([
    { system: 'macOS', notaryKey: 'a-key', said: 'notary-key.p8 K I a-key' },
    { system: 'macOS', notaryKey: '', said: 'none' },
    { system: 'Windows', notaryKey: '', said: 'none' },
  ])(
    'has a signed app looked at by Apple where the key is there: $system, “$notaryKey”',
    ({ system, notaryKey, said }) => {
      const folder = mkdtempSync(join(tmpdir(), 'gangway-workflow-'));
      onTestFinished(() => {
        rmSync(folder, { recursive: true });
      });
      mkdirSync(join(folder, 'bin'));
      const npm = `if [ -n "$APPLE_API_KEY" ]; then
      echo "$(basename "$APPLE_API_KEY") $APPLE_API_KEY_ID $APPLE_API_ISSUER $(cat "$APPLE_API_KEY")" > said
      else echo none > said; fi`;
      writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
      const installers = commands(packing).find((command) => command.includes('CSC_LINK=')) ?? '';
      const output = execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', installers], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
          RUNNER_OS: system,
          RUNNER_TEMP: folder,
          LINK: 'a-link',
          PASSWORD: '',
          NOTARY_KEY: notaryKey,
          NOTARY_KEY_ID: 'K',
          NOTARY_ISSUER: 'I',
        },
      });
      expect(readFileSync(join(folder, 'said'), 'utf8').trim()).toBe(said);
      expect(output.includes('not notarised')).toBe(system === 'macOS' && notaryKey === '');
    },
  );

  it('signs for Windows with a key of its own, and gives Apple’s keys to macOS alone', () => {
    const { env } = z
      .object({ env: z.record(z.string(), z.string()) })
      .parse(packing.steps.find((one) => one.run?.includes('CSC_LINK=') === true));
    expect(env['LINK']).toContain("runner.os == 'Windows' && secrets.WIN_CSC_LINK");
    expect(env['PASSWORD']).toContain("runner.os == 'Windows' && secrets.WIN_CSC_KEY_PASSWORD");
    for (const [name, value] of Object.entries(env).filter(([, text]) => /secrets\.(CSC|APPLE)/.test(text)))
      expect([name, value]).toEqual([
        name,
        expect.stringMatching(/runner\.os == 'macOS' && secrets\.(CSC|APPLE)_/),
      ]);
  });

  it('stops by a known weakness of what is packed, before anything is', () => {
    const all = commands(test);
    expect(all.indexOf('npm run audit')).toBeGreaterThan(all.indexOf('xvfb-run --auto-servernum ./.ci/run'));
    expect(packing.needs).toContain('test');
    expect(test.steps.find((one) => one.run === 'npm run audit')).not.toHaveProperty('continue-on-error');
  });

  it('packs each system on that system, since keytar is built for the one that it is installed on', () => {
    const targets = packing.strategy?.matrix.include ?? [];
    expect(targets.map(({ name, runner }) => [name, runner])).toEqual([
      ['linux-x64', 'ubuntu-24.04'],
      ['linux-arm64', 'ubuntu-24.04-arm'],
      ['mac-x64', 'macos-15-intel'],
      ['mac-arm64', 'macos-15'],
      ['windows-x64', 'windows-2025'],
    ]);
    expect(packing['runs-on']).toBe('${{ matrix.runner }}');
    expect(packing.strategy?.['fail-fast']).toBe(false);
  });

  it('tries each packed app before it hands it out, with the list of its packages', () => {
    const all = commands(packing);
    const at = (part: string) => all.findIndex((command) => command.includes(part));
    const upload = packing.steps.findIndex(
      (one) => one.uses?.startsWith('actions/upload-artifact@') === true,
    );
    const order = [at('npm ci'), at('try-packed.mjs'), at('CSC_LINK='), at('npm run sbom'), upload];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(all[at('try-packed.mjs')]).toContain('npm run package -- --dir --publish never');
    expect(packing.steps[upload]?.with).toMatchObject({ 'if-no-files-found': 'error' });
    expect(String(packing.steps[upload]?.with?.['path'])).toContain('dist/*.cdx.json');
  });

  it.each([
    { system: 'Linux', key: '', announced: true },
    { system: 'Linux', key: 'a-key', announced: true },
    { system: 'Windows', key: '', announced: false },
    { system: 'Windows', key: 'a-key', announced: true },
    { system: 'macOS', key: '', announced: false },
    { system: 'macOS', key: 'a-key', announced: true },
  ])(
    'announces no update that an installed app would take unsigned: on $system with the key “$key”: $announced',
    ({ system, key, announced }) => {
      const folder = mkdtempSync(join(tmpdir(), 'gangway-workflow-'));
      onTestFinished(() => {
        rmSync(folder, { recursive: true });
      });
      // Stands in for packing: it leaves what electron-builder leaves.
      const npm = 'mkdir -p dist && touch dist/Gangway-1.0.0.zip dist/latest.yml dist/latest-mac.yml';
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
      const installers = commands(packing).find((command) => command.includes('CSC_LINK=')) ?? '';
      execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', installers], {
        cwd: folder,
        env: {
          PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
          RUNNER_OS: system,
          LINK: key,
          PASSWORD: '',
          NOTARY_KEY: '',
          UNSIGNED: '',
        },
      });
      const lists = announced ? ['latest-mac.yml', 'latest.yml'] : [];
      expect(readdirSync(join(folder, 'dist')).toSorted()).toEqual(['Gangway-1.0.0.zip', ...lists]);
    },
  );

  it('runs only commands that this project has', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));
    const named = [...commands(test), ...commands(mutants), ...commands(packing)].flatMap((command) =>
      [...command.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name ?? ''),
    );
    expect([...new Set(named)]).toEqual(['audit', 'mutants', 'package', 'sbom']);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('takes actions of GitHub alone, at a version, and leaves no credentials behind', () => {
    const used = [test, mutants, packing, gather]
      .flatMap((one) => one.steps)
      .filter((one) => one.uses !== undefined);
    for (const { uses } of used) expect(uses).toMatch(/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
    const checkouts = used.filter((one) => one.uses?.startsWith('actions/checkout@') === true);
    expect(checkouts).toHaveLength(4);
    for (const one of checkouts) expect(one.with).toMatchObject({ 'persist-credentials': false });
  });

  it('puts no text of others into a command, where it could run', () => {
    const all = [test, mutants, packing, gather].flatMap(commands);
    const expressions = all.filter((command) => command.includes('${{'));
    expect(expressions).toEqual([]);
  });
});
