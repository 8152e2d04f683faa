export declare function makeStamp(parts: Record<string, string>): string;
export declare function filesStamp(root: string, paths: string[]): string;
