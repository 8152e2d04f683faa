export declare const nodeToFetch: string;
export declare function nodeFits(version: string): boolean;
