import type { FuseV1Options } from '@electron/fuses';

export declare const fuses: Record<FuseV1Options, boolean>;
export declare function setFuses(program: string): Promise<void>;
