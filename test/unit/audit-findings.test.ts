import { describe, expect, it } from 'vitest';
import { auditFindings, isAuditAnswer, unexplained } from '../../scripts/packaging/audit-findings.ts';

const lockfile = {
  packages: {
    '': { name: 'gangway', version: '1.0.0' },
    'node_modules/better-sqlite3': { version: '13.2.0' },
    'node_modules/electron': { version: '45.4.1', dev: true },
    'node_modules/hono': { version: '4.13.19', dev: true },
    'node_modules/tar': { version: '7.5.23', dev: true },
    'node_modules/electron-builder': { version: '26.17.0', dev: true },
    'node_modules/undici': { version: '8.12.4', dev: true },
    'node_modules/jsdom/node_modules/undici': { version: '7.30.2', dev: true },
  },
};
const bundled = ['hono@4.13.19', 'undici@8.12.4'];

const advisory = (name: string, id: string, severity: string) => ({
  source: 1_120_000,
  name,
  dependency: name,
  title: `A weakness of ${name}`,
  url: `https://github.com/advisories/${id}`,
  severity,
  cwe: ['CWE-400'],
  cvss: { score: 5.3, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' },
  range: '<99.0.0',
});

function entry(name: string, via: unknown[], nodes: string[], severity = 'high') {
  return { name, severity, isDirect: true, via, effects: [], range: '<99.0.0', nodes, fixAvailable: true };
}

/** A report as `npm audit --json` of npm 11 writes it. */
function getReport(...entries: ReturnType<typeof entry>[]) {
  return {
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(entries.map((each) => [each.name, each])),
    metadata: {
      vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: entries.length },
      dependencies: { prod: 37, dev: 533, optional: 90, peer: 0, peerOptional: 0, total: 570 },
    },
  };
}

const found = (report: unknown) =>
  auditFindings(report, lockfile, bundled).map(({ id, work, inApp }) => [id, work, inApp]);

describe('the findings of an audit that stop a build', () => {
  it('are none in a report without any', () => {
    expect(found(getReport())).toEqual([]);
  });

  it('are those of any severity in what is bundled, though it is a development package for npm', () => {
    const low = advisory('hono', 'GHSA-aaaa-bbbb-cccc', 'low');
    expect(found(getReport(entry('hono', [low], ['node_modules/hono'], 'low')))).toEqual([
      ['GHSA-aaaa-bbbb-cccc', 'hono@4.13.19', true],
    ]);
  });

  it('are those of any severity in what is installed with the app, and in Electron itself', () => {
    const report = getReport(
      entry(
        'better-sqlite3',
        [advisory('better-sqlite3', 'GHSA-aaaa-bbbb-2222', 'low')],
        ['node_modules/better-sqlite3'],
      ),
      entry('electron', [advisory('electron', 'GHSA-aaaa-bbbb-3333', 'moderate')], ['node_modules/electron']),
    );
    expect(found(report)).toEqual([
      ['GHSA-aaaa-bbbb-2222', 'better-sqlite3@13.2.0', true],
      ['GHSA-aaaa-bbbb-3333', 'electron@45.4.1', true],
    ]);
  });

  it('are the high ones alone in what builds and tests the app, also where another version of it is bundled', () => {
    const both = [
      advisory('undici', 'GHSA-aaaa-bbbb-4444', 'moderate'),
      advisory('undici', 'GHSA-aaaa-bbbb-5555', 'critical'),
    ];
    expect(found(getReport(entry('undici', both, ['node_modules/jsdom/node_modules/undici'])))).toEqual([
      ['GHSA-aaaa-bbbb-5555', 'undici@7.30.2', false],
    ]);
  });

  it('are told once, at the package that has the weakness and not at those that need it', () => {
    const report = getReport(
      entry('tar', [advisory('tar', 'GHSA-aaaa-bbbb-6666', 'high')], ['node_modules/tar']),
      entry('electron-builder', ['tar'], ['node_modules/electron-builder']),
    );
    expect(found(report)).toEqual([['GHSA-aaaa-bbbb-6666', 'tar@7.5.23', false]]);
  });

  it('are also those that the lockfile cannot place, that have no known severity, or no name among the advisories', () => {
    const odd = { ...advisory('hono', '', 'grave'), url: 'https://registry.example/1120000' };
    expect(found(getReport(entry('hono', [odd], ['node_modules/elsewhere'])))).toEqual([
      ['1120000', 'hono@undefined', true],
    ]);
    expect(found(getReport(entry('tar', [odd], ['node_modules/tar'])))).toEqual([
      ['1120000', 'tar@7.5.23', false],
    ]);
  });
});

describe('the record of findings', () => {
  const [finding] = auditFindings(
    getReport(entry('hono', [advisory('hono', 'GHSA-aaaa-bbbb-cccc', 'low')], ['node_modules/hono'])),
    lockfile,
    bundled,
  );
  const findings = finding === undefined ? [] : [finding];
  const record = (line: string) => `# Weaknesses\n\n${line}\n\n## Findings that stay\n\nNone.\n`;
  const staying = (line: string) =>
    `# Weaknesses\n\n## Findings that stay\n\n${line}\n\n## After it\n\nMore.\n`;

  it('explains a finding by a line with the advisory and the very version', () => {
    expect(findings).toHaveLength(1);
    expect(unexplained(findings, staying('- `GHSA-aaaa-bbbb-cccc` in `hono@4.13.19`: not reached.'))).toEqual(
      [],
    );
  });

  it.each([
    ['for another version', staying('- `GHSA-aaaa-bbbb-cccc` in `hono@4.13.18`: not reached.')],
    ['for another advisory', staying('- `GHSA-aaaa-bbbb-dddd` in `hono@4.13.19`: not reached.')],
    ['outside its section', record('- `GHSA-aaaa-bbbb-cccc` in `hono@4.13.19`: fixed by 4.13.19.')],
    ['in no section at all', '- `GHSA-aaaa-bbbb-cccc` in `hono@4.13.19`'],
  ])('does not explain it by a line %s', (_, text) => {
    expect(unexplained(findings, text)).toEqual(findings);
  });
});

describe('the answer to an audit', () => {
  it('is a report, with findings or without', () => {
    expect(isAuditAnswer(getReport())).toBe(true);
    expect(isAuditAnswer(getReport(entry('tar', ['x'], ['node_modules/tar'])))).toBe(true);
  });

  it.each([
    ['what npm writes where the registry refuses', { message: '405 Method Not Allowed', statusCode: 405 }],
    ['nothing', undefined],
    ['a report of another version', { ...getReport(), auditReportVersion: 3 }],
    ['a report without a list', { auditReportVersion: 2 }],
    ['a finding without a place', getReport(entry('tar', ['x'], []))],
    ['a finding without a reason', getReport(entry('tar', [], ['node_modules/tar']))],
  ])('is not %s', (_, answer) => {
    expect(isAuditAnswer(answer)).toBe(false);
  });
});
