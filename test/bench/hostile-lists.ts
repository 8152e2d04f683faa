import { join } from 'node:path';
import { assetsOfSource } from '#main/app/assets.ts';
import { importHandlers } from '#main/features/imports.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { compareLicenses } from '#shared/comparison/licenses.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { type CallResult, partBytes } from '#shared/ipc/call.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { readSetFile } from '#shared/onboarding/set-file.ts';
import { readResource } from '#shared/service/reading.ts';
import type { LicenseDetails } from '#shared/service/verification.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { maxTurn, type Turn } from './longest-turn.ts';
import { report } from './report.ts';

/** No longer than this may anything else have to wait, in milliseconds. */
const goal = 50;

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const open = '('.repeat(30_000);

/** Lists that cost most to be read, each for another reason. */
const lists: Record<string, { list: ListKind; text: () => string }> = {
  /** 0.3 MB, nearly all of it headings. */
  headings_of_parentheses: {
    list: 'invites',
    text: () =>
      `Email,${Array.from({ length: 10 }, (_none, at) => `Vendor ${at} ${open}`).join()}\na@x.example,b\n`,
  },
  headings_of_names: {
    list: 'verifications',
    text: () => `License number,"${'Vendor / DBA / '.repeat(20_000)}"\n1,b\n`,
  },
  cells_of_addresses: {
    list: 'invites',
    text: () => ['Email', ...Array.from({ length: 30 }, () => `"@${', '.repeat(15_000)}@"`)].join('\n'),
  },
  licenses_of_parentheses: {
    list: 'verifications',
    text: () =>
      [
        'License number,Licensee,Address,State,Expires',
        ...Array.from({ length: 60 }, () => [open, open, open, open, open].join()),
      ].join('\n'),
  },
};

/** Reads a list as far as the screen that shows it checked. */
async function readList(workspace: Workspace, { list, text }: (typeof lists)[string]): Promise<Turn> {
  const { list: script } = assetsOfSource(join(import.meta.dirname, '..', '..')).workers;
  const calls = importHandlers(workspace, { write: () => undefined }, script);
  const file = Buffer.from(text());
  const { importId } = unwrap(
    await calls['imports.begin']({ list, fileName: 'list.csv', size: file.length }),
  );
  for (let offset = 0; offset < file.length; offset += partBytes) {
    const data = file.subarray(offset, offset + partBytes).toString('base64');
    unwrap(await calls['imports.append']({ importId, offset, data }));
  }
  return maxTurn(async () => {
    unwrap(await calls['imports.finish']({ importId }));
    for (;;) {
      const status = unwrap(await calls['imports.status'](null));
      if (status?.phase.kind === 'ready' || status?.phase.kind === 'failed') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const page = { importId, filter: 'all', group: null, from: null, after: null, limit: 200 } as const;
    await calls['imports.page'](page);
  });
}

const words = (count: number) => Array.from({ length: count }, (_none, at) => `w${at % 7919}`).join(' ');

function everyDetail(text: string): LicenseDetails {
  return {
    licenseeName: text,
    qualifiedParty: text,
    licenseeAddress: text,
    licenseNumber: text,
    licenseTradeType: text,
    serviceType: text,
    locationWhereLicenseIsValid: { state: text, county: text, city: text, zipCode: text },
    verifyingWebsite: text,
  };
}

/** Details as submitted and as found that cost most to be compared. */
const comparisons: Record<string, [LicenseDetails, LicenseDetails]> = {
  licensee_of_digits: [{ licenseeName: '1'.repeat(1_000_000) }, { licenseeName: `${'1'.repeat(999_999)}2` }],
  address_of_words: [{ licenseeAddress: words(200_000) }, { licenseeAddress: `Suite 4 ${words(200_000)}` }],
  /** As long as what is still compared word by word. */
  details_as_long_as_compared: [everyDetail('a '.repeat(250)), everyDetail('b a '.repeat(125))],
};

/** 50 sets of 40 requirements, each of which may contradict every other. */
function setFile(): string {
  let last = 0;
  const id = () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`;
  const values = (at: number) => Array.from({ length: 50 }, (_none, value) => `${at} ${value}`);
  const sets = Array.from({ length: 50 }, (_none, at) => ({
    id: id(),
    name: `Set ${at}`,
    appliesTo: { services: [], states: [], jobSites: [], tags: [] },
    requirements: Array.from({ length: 40 }, (_one, index) => ({
      kind: 'profile',
      id: id(),
      name: `Rule ${index}`,
      ask: { what: 'one_of', field: 'location.cityName', values: values(index) },
      maxAgeDays: null,
    })),
  }));
  return JSON.stringify({ gangwayRequirements: 1, sets });
}

/** Keeps three profiles with a name of 9 MB each. */
function keepLongNames(workspace: Workspace): void {
  for (const vendorId of ['1', '2', '3']) {
    const profile = { companyName: `${vendorId} ${'Harbor Pipe '.repeat(750_000)}` };
    const reading = readResource(vendorProfile, profile);
    if (reading === null) throw new Error('It is an object.');
    workspace.vendors.put(vendorId, reading, JSON.stringify(profile), Date.now());
  }
}

function tell(name: string, turn: Turn): void {
  for (const measure of ['wall', 'busy'] as const) {
    report({
      bench: `hostile_${name}_${measure}`,
      value: turn[measure],
      unit: 'ms',
      baseline: null,
      bar: goal,
      durability: 'FULL',
      met: turn[measure] <= goal,
    });
  }
}

/** The longest turn of the main process while it works on lists, results and requirement sets that were made to be slow. */
export function hostileLists(): Promise<void> {
  return withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(folder, 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    await readList(workspace, { list: 'invites', text: () => 'Email,Vendor\na@x.example,b\n' });
    for (const [name, list] of Object.entries(lists)) tell(name, await readList(workspace, list));
    for (const [name, [submitted, found]] of Object.entries(comparisons))
      tell(name, await maxTurn(() => compareLicenses(submitted, found)));
    const file = setFile();
    readSetFile(JSON.stringify({ gangwayRequirements: 1, sets: [] }));
    tell('set_file', await maxTurn(() => readSetFile(file)));
    keepLongNames(workspace);
    const onboarding = onboardingHandlers(workspace);
    const standings = { ...onboardingFilter.parse({}), sort: 'urgency', after: null, limit: 50 } as const;
    tell('judging_of_long_names', await maxTurn(() => workspace.onboarding.catchUp()));
    tell('standings_of_long_names', await maxTurn(() => onboarding['onboarding.page'](standings)));
    await workspace.close();
  });
}
