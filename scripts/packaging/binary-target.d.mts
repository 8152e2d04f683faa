export interface BinaryTarget {
  platform: 'linux' | 'darwin' | 'win32';
  archs: string[];
}
export declare function binaryTarget(bytes: Buffer): BinaryTarget | null;
