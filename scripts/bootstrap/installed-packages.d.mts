export declare function installedAsLocked(
  lockfile: Record<string, unknown> | undefined,
  installed: Record<string, unknown> | undefined,
  machine: { platform: string; arch: string },
): boolean;
