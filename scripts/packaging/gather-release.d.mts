export declare function gatherRelease(builds: string, release: string): string[];
export declare function mergedLists(first: string, second: string): string;
