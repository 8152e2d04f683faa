export declare function makeStamp(parts: Record<string, string>): string;
export declare function installStamp(what: {
  packageJson: string;
  lockfile: string;
  nodeMajor: number;
  platform: string;
  arch: string;
}): string;
export declare function filesStamp(root: string, paths: string[]): string;
