import { basename, join } from 'node:path';

/** The faces of a report, under the SIL Open Font License 1.1. */
const faces = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  mono: '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
} as const;

export type Face = keyof typeof faces;

export interface ReportParts {
  worker: string;
  fonts: Record<Face, string>;
}

const packedName = (path: string): string => `${basename(path)}.br`;

/** The font files and their licenses that a build puts beside the app, the fonts packed. */
export const reportFontFiles: readonly { from: string; to: string }[] = [
  ...Object.values(faces).map((path) => ({ from: path, to: packedName(path) })),
  { from: '@expo-google-fonts/inter/LICENSE_FONT', to: 'Inter-LICENSE.txt' },
  { from: '@expo-google-fonts/ibm-plex-mono/LICENSE_FONT', to: 'IBMPlexMono-LICENSE.txt' },
];

export const isPackedFont = (file: string): boolean => file.endsWith('.br');

function getParts(worker: string, fontFile: (path: string) => string): ReportParts {
  const { regular, semibold, mono } = faces;
  return {
    worker,
    fonts: { regular: fontFile(regular), semibold: fontFile(semibold), mono: fontFile(mono) },
  };
}

/** The parts while the app runs from its source. */
export function reportPartsOfSource(root: string): ReportParts {
  const worker = join(root, 'src', 'main', 'reports', 'report-worker.ts');
  return getParts(worker, (path) => join(root, 'node_modules', path));
}

/** The parts in the built app, beside the main process's bundle. */
export const reportPartsOfBuild = (folder: string): ReportParts =>
  getParts(join(folder, 'report-worker.js'), (path) => join(folder, 'fonts', packedName(path)));
