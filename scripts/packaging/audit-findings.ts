import { getFields, getItems } from '../bootstrap/json-file.ts';

export interface Finding {
  /** The advisory: GHSA-… where its address has one, otherwise the registry's number for it. */
  id: string;
  /** As `name@version`. */
  work: string;
  severity: string;
  title: string;
  url: string;
  inApp: boolean;
}

/** In no bundle, and run by people nonetheless: the program itself, and the socket of the browser host. */
const besideTheBundles = ['electron', 'ws'];
const stopsInTheAppAlone = ['info', 'low', 'moderate'];

/** Whether it is npm's report of an audit (version 2), and not what npm writes where the registry gave no answer. */
export function isAuditAnswer(report: unknown) {
  const { auditReportVersion, vulnerabilities } = getFields(report);
  if (auditReportVersion !== 2 || typeof vulnerabilities !== 'object' || vulnerabilities === null)
    return false;
  // One whose places or reasons cannot be read would be passed over in silence.
  return Object.values(vulnerabilities)
    .map(getFields)
    .every(({ via, nodes }) => getItems(via).length > 0 && getItems(nodes).length > 0);
}

/**
 * The findings that may stop a build: of any severity in what is part of the app, high and critical ones in what builds and
 * tests it. `bundled` names the works in the bundles as `name@version`; what the lockfile installs without the development
 * packages is part of the app in any case. Where a package is there in several versions, npm does not say which advisory is
 * about which of them, so each is held against each.
 */
export function auditFindings(report: unknown, lockfile: unknown, bundled: readonly string[]): Finding[] {
  const locked = getFields(getFields(lockfile)['packages']);
  return Object.entries(getFields(getFields(report)['vulnerabilities'])).flatMap(([name, entry]) => {
    const { via, nodes } = getFields(entry);
    // A mere name says that the weakness is in another package, which has an entry of its own.
    const advisories = getItems(via).filter((each) => typeof each === 'object');
    return getItems(nodes).flatMap((node) => {
      const { version, dev, devOptional } = getFields(locked[String(node)]);
      const work = `${name}@${String(version)}`;
      const production = dev !== true && devOptional !== true;
      const inApp = production || bundled.includes(work) || besideTheBundles.includes(name);
      return advisories
        .map((advisory) => finding(getFields(advisory), work, inApp))
        .filter(({ severity }) => inApp || !stopsInTheAppAlone.includes(severity));
    });
  });
}

function finding({ source, url, severity, title }: Record<string, unknown>, work: string, inApp: boolean) {
  const id = /GHSA(-[a-z0-9]{4}){3}/.exec(String(url))?.[0] ?? String(source);
  return { id, work, severity: String(severity), title: String(title), url: String(url), inApp };
}

/**
 * Those that the record does not explain. It does by a line under “Findings that stay” with the advisory and the very work, so
 * that an explanation ends with the version that it was given for.
 */
export function unexplained(findings: readonly Finding[], record: string): Finding[] {
  const [, section = ''] = record.split(/^## Findings that stay$/m);
  const lines = (section.split(/^## /m)[0] ?? '').split('\n');
  return findings.filter(
    ({ id, work }) => !lines.some((line) => line.includes(`\`${id}\``) && line.includes(`\`${work}\``)),
  );
}
