import { z } from 'zod';
import { readBaseUrl } from '../base/base-url.ts';
import { describeSetting } from './setting.ts';
import {
  interfaceMember,
  serviceInterface,
  serviceInterfaceChange,
  type ServiceInterface,
  type ServiceInterfaceChange,
} from './settings.ts';
import { ownMember } from '../base/own-member.ts';

export const interfaceFileName = 'gangway-service-interface.json';
const version = 1;
export const maxInterfaceFile = 1024 * 1024;

const header = z.looseObject({ gangwayServiceInterface: z.unknown() });

/** `baseUrl` is the one service that the file is for; null for any. */
export interface InterfaceFile {
  baseUrl: string | null;
  members: ServiceInterfaceChange;
}

export type InterfaceFileReading =
  | { ok: true; file: InterfaceFile }
  /** At least one sentence; nothing of the file may be used. */
  | { ok: false; problems: string[] };

/** Exports the interface settings, and nothing else, for other seats. */
export function writeInterfaceFile(settings: ServiceInterface): string {
  const members = serviceInterface.parse(settings);
  return `${JSON.stringify({ gangwayServiceInterface: version, ...members }, null, 2)}\n`;
}

export function readInterfaceFile(text: string): InterfaceFileReading {
  if (text.length > maxInterfaceFile) return unusable('The file is too large.');
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return unusable('The file is not JSON.');
  }
  const read = header.safeParse(json);
  if (!read.success || !Object.hasOwn(read.data, 'gangwayServiceInterface')) {
    return unusable('The file has no service interface settings.');
  }
  const { gangwayServiceInterface: written, baseUrl: typed, ...members } = read.data;
  if (written !== version) {
    return unusable(`The file is version ${JSON.stringify(written)}. This Gangway reads version ${version}.`);
  }
  const address = typed == null ? null : readBaseUrl(typeof typed === 'string' ? typed : '');
  const baseUrl = address?.ok === true ? address.baseUrl : null;
  const problems =
    address?.ok === false ? ['baseUrl has to be the https address of the service, or left out.'] : [];
  for (const name of Object.keys(members)) {
    const member = interfaceMember.safeParse(name);
    if (!member.success) problems.push(`${name} is not a setting that this Gangway knows.`);
    else {
      const schema = serviceInterface.shape[member.data];
      if (!schema.safeParse(ownMember(members, name)).success)
        problems.push(`${name} ${describeSetting(schema).problem ?? 'cannot be used.'}`);
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, file: { baseUrl, members: serviceInterfaceChange.parse(members) } };
}

const unusable = (problem: string): InterfaceFileReading => ({ ok: false, problems: [problem] });
