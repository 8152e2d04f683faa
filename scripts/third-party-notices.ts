import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Work {
  name: string;
  version: string;
  license: string;
  text: string | null;
}

const modulesFolder = `${sep}node_modules${sep}`;

/** The folder of the package that a file belongs to; null for files of our own. */
function getPackage(file: string): string | null {
  const path = file.replace(/^\0/, '').replace(/\?.*$/, '');
  const at = path.lastIndexOf(modulesFolder);
  if (at < 0) return null;
  const within = path.slice(at + modulesFolder.length).split(sep);
  const name = within[0]?.startsWith('@') === true ? within.slice(0, 2) : within.slice(0, 1);
  return path.slice(0, at) + modulesFolder + name.join(sep);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readManifest(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function names(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function isLicense(file: string): boolean {
  return /^(licen[cs]e|copying|notice)/i.test(file) && !/\.(js|ts|json)$/i.test(file);
}

/** The licenses that lie in a package, those of what it brings along in folders of its own included. */
function licenseTexts(folder: string): string[] {
  const here = readdirSync(folder, { withFileTypes: true });
  const below = here
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) =>
      readdirSync(join(folder, entry.name), { withFileTypes: true })
        .filter((inner) => inner.isFile() && isLicense(inner.name))
        .map((inner) => join(entry.name, inner.name)),
    );
  const own = here.filter((entry) => entry.isFile() && isLicense(entry.name)).map((entry) => entry.name);
  return [...own, ...below].map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

/** For packages that bring a text alone. */
function licenseByText(texts: readonly string[]): string {
  const mit = /Permission is hereby granted, free of charge, to any person obtaining a copy/;
  return texts.some((one) => mit.test(one.replace(/\s+/g, ' '))) ? 'MIT' : 'See its text';
}

function workIn(folder: string): Work {
  const manifest = readManifest(folder);
  const license = field(manifest, 'license');
  const texts = [...new Set(licenseTexts(folder))];
  return {
    name: text(field(manifest, 'name')) ?? 'unknown',
    version: text(field(manifest, 'version')) ?? 'unknown',
    license: text(license) ?? text(field(license, 'type')) ?? licenseByText(texts),
    text: texts.length === 0 ? null : texts.join('\n\n'),
  };
}

/** Where a package finds another one: beside itself first, then further up. */
function found(name: string, from: string): string | null {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

/** A project's packages that are installed with the app, and theirs, down to the last. Optional ones may be absent. */
function installedWith(root: string): Set<string> {
  const folders = new Set<string>();
  function follow(folder: string): void {
    const manifest = readManifest(folder);
    for (const kind of ['dependencies', 'optionalDependencies']) {
      for (const name of names(field(manifest, kind))) {
        const package_ = found(name, folder);
        if (package_ === null || folders.has(package_)) continue;
        folders.add(package_);
        follow(package_);
      }
    }
  }
  follow(root);
  return folders;
}

/**
 * Writes `licenses.json.gz` beside a part of the app: each package whose code or files are in it, with its license. `installed`
 * adds those that are installed beside the bundle; `files` those of which files are copied, by a path in node_modules.
 */
export function thirdPartyNotices({
  root,
  installed = false,
  files = [],
}: {
  root: string;
  installed?: boolean;
  files?: readonly string[];
}): Plugin {
  let bundled: string[] = [];
  return {
    name: 'gangway-third-party-notices',
    generateBundle() {
      bundled = [...this.getModuleIds()];
    },
    writeBundle(options) {
      if (options.dir === undefined) throw new Error('A part of the app is built into a folder.');
      const copied = files.map((file) => join(root, 'node_modules', file));
      const folders = new Set([
        ...[...bundled, ...copied].flatMap((file) => getPackage(file) ?? []),
        ...(installed ? installedWith(root) : []),
      ]);
      const works = [...folders]
        .filter((folder) => existsSync(join(folder, 'package.json')))
        .map(workIn)
        .sort((a, b) => a.name.localeCompare(b.name, 'en'));
      // Texts of licenses are much alike: packed, they take an eighth.
      writeFileSync(join(options.dir, 'licenses.json.gz'), gzipSync(JSON.stringify(works), { level: 9 }));
    },
  };
}
