export declare function nativeProblems(unpackedFolder: string, platform: string, arch: string): string[];
