export declare const nodeToFetch: string;
export declare function getMajor(version: string): number | undefined;
export declare function nodeFits(version: string): boolean;
