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
export declare function isAuditAnswer(report: unknown): boolean;
export declare function auditFindings(
  report: unknown,
  lockfile: unknown,
  bundled: readonly string[],
): Finding[];
export declare function unexplained(findings: readonly Finding[], record: string): Finding[];
