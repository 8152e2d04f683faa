import { describe, expect, it } from 'vitest';
import { fail } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp, openCore, toEntryId } from './open-app.tsx';
import { acting, click, field, find, placeNow, type, until } from './screen.tsx';
import { enqueueInvite, goOffline } from './situations.ts';

const text = () => document.body.textContent ?? '';
const heads = () => [...document.querySelectorAll('[role=columnheader]')].map((one) => one.textContent ?? '');

async function typeMany(words: string): Promise<void> {
  const area = document.querySelector('textarea');
  if (area === null) throw new Error('There is no area to type into.');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, words);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => expect(area.value).toBe(words));
}

describe('the list of vendors', () => {
  it('is asked for as the address narrows and sorts it', async () => {
    const bridge = await openApp(
      '#/vendors?sort=name&where.state=is:ca&where.licensed=given:no&where.fetched=older:30&where.city=nonsense',
    );
    await until(() => find('[role=grid]'));
    expect(bridge.inputsOf('onboarding.page').at(-1)).toMatchObject({
      sort: 'name',
      where: {
        state: { kind: 'is', value: 'ca' },
        licensed: { kind: 'given', given: false },
        fetched: { kind: 'older', days: 30 },
      },
    });
  });

  it('is sorted by name where its head is pressed', { tags: ['nightly'] }, async () => {
    await openApp('#/vendors');
    await click(await until(() => find('[role=columnheader] button', 'Vendor')));
    await until(() => expect(placeNow()).toBe('#/vendors?sort=name'));
    expect(find('[role=columnheader]', 'Vendor').getAttribute('aria-sort')).toBe('ascending');
  });

  it('shows the columns that were chosen, and keeps the choice with the workspace', async () => {
    const bridge = await openApp('#/vendors');
    await until(() => expect(heads()).toContain('Sites'));
    await click(find('button', 'Columns'));
    await click(await until(() => find('[role=menuitem]', 'Vendor ID')));
    await until(() => expect(heads()).toContain('Vendor ID'));
    const { workspace } = await bridge.ask('app.start', null);
    expect(JSON.stringify(workspace?.settings.columns)).toContain('vendorId');
  });

  it('says why it could not be exported, in place', async () => {
    await openApp('#/vendors', {
      answers: { 'exports.begin': () => fail('storage', 'The stored data could not be read.') },
    });
    await click(await until(() => find('button', 'More for vendors')));
    await click(await until(() => find('[role=menuitem]', 'Export as CSV')));
    await until(() => find('[role=alert]', 'The stored data could not be read.'));
  });
});

describe('looking up many', () => {
  it('begins with each pasted ID once and shows what became of them', async () => {
    const bridge = await openApp('#/vendors/look-up');
    await until(() => document.querySelector('textarea') ?? expect.fail('not there yet'));
    await typeMany('48213, 48190\n99001\n48213\na/b');
    await click(await until(() => find('button[type=submit]', 'Look up 4')));
    await until(() => expect(text()).toContain('Not an ID'));
    expect(bridge.inputsOf('lookups.begin')).toEqual([{ ids: ['48213', '48190', '99001', 'a/b'] }]);
    await until(() => expect(text()).toContain('Not there yet, next check'));
    await click(await until(() => find('[role=tab]', 'Not known')));
    await click(find('button', 'Export'));
    await click(await until(() => find('[role=menuitem]', 'Export as workbook')));
    await until(() =>
      expect(bridge.inputsOf('exports.begin')).toEqual([
        { source: { list: 'look-up', id: 1, outcome: 'unknown' }, format: 'xlsx' },
      ]),
    );
  });

  async function choose(name: string, content: string): Promise<void> {
    const input = find('input[type=file]');
    Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], name)] });
    await acting(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  }

  it('takes the column of IDs out of a file, says which, and takes another', async () => {
    const bridge = await openApp('#/vendors/look-up');
    await until(() => find('button', 'Choose a file'));
    await choose(
      'vendors.csv',
      'Company,Vendor ID,Old ID\nAcme LLC,48213,7\nBolt Inc,48219,8\nCove,48224,\n',
    );
    await until(() => find('button', 'Look up 3'));
    expect(document.querySelector('textarea')?.value).toBe('48213\n48219\n48224');
    expect(text()).toContain('Chosen by its heading.');
    await click(find('button', 'Vendor ID: 48213'));
    await click(find('[role=option]', 'Old ID: 7'));
    await until(() => find('button', 'Look up 2'));
    expect(document.querySelector('textarea')?.value).toBe('7\n8');
    expect(text()).toContain('Chosen by you.');
    expect(bridge.inputsOf('lookups.begin')).toEqual([]);
  });

  it('asks which column it is where none holds IDs, and asks the service for no name', async () => {
    const bridge = await openApp('#/vendors/look-up');
    await until(() => find('button', 'Choose a file'));
    await choose('names.csv', 'Company,Contact\nAcme LLC,Ann Ash\nBolt Inc,Bo Birch\n');
    await until(() => expect(text()).toContain('No column of names.csv looks like vendor IDs.'));
    expect(document.querySelector('textarea')?.value).toBe('');
    await click(find('button', 'Look up'));
    await until(() => expect(text()).toContain('Choose the column with the vendor IDs.'));
    expect(bridge.inputsOf('lookups.begin')).toEqual([]);
  });

  it('says which are asked for again and when, and asks at once for one or for all', async () => {
    const { inputsOf, service } = await openApp('#/vendors/look-up');
    await until(() => document.querySelector('textarea') ?? expect.fail('not there yet'));
    await typeMany('48213, 99001, 99002');
    await click(await until(() => find('button[type=submit]', 'Look up 3')));
    await until(() => expect(text()).toMatch(/Not there yet, next check (soon|at )/));
    // The rows come one after the other.
    await until(() => expect(text()).toContain('2 not found yet are checked again until '));
    const known = service.replies.getVendorProfile;
    const arrived = new Set(['99001']);
    service.replies.getVendorProfile = (request) =>
      arrived.has(request.id) ? json({ id: request.id, companyName: 'Fernhill Pool & Spa' }) : known(request);
    await click(find('[role=row] button', 'Try again'));
    await until(() => expect(text()).toContain('1 not found yet is checked again until '));
    arrived.add('99002');
    await click(find('button', 'Try it again'));
    await until(() => expect(text()).not.toContain('asked again until'));
    expect(inputsOf('lookups.tryAgain')).toEqual([
      { id: 1, rows: ['1:1'] },
      { id: 1, rows: null },
    ]);
  });

  it('says what it waits for, and can be cancelled', async () => {
    await openApp('#/vendors/look-up', { before: (core) => goOffline(core) });
    await until(() => document.querySelector('textarea') ?? expect.fail('not there yet'));
    await typeMany('48213\n48190');
    await click(await until(() => find('button[type=submit]', 'Look up 2')));
    await until(() => expect(text()).toContain('This continues when you’re back online.'));
    await click(find('button', 'Cancel'));
    await until(() => expect(text()).toContain('Canceled: 0 of 2 fetched'));
  });
});

describe('what changed of a vendor', () => {
  it('is marked at the fact and listed with the old value', async () => {
    await openApp('#/vendors/48213');
    await until(() => expect(find('dt', 'Crew size').nextElementSibling?.textContent).toContain('was 12'));
    expect(find('dt', 'Job capacity').nextElementSibling?.textContent).toBe('6');
    await click(find('[role=tab]', 'Changes'));
    await until(() => find('th', 'Enrollment, Crew size'));
    expect(text()).toContain('(510) 555-0100');
  });
});

describe('a sent invite', () => {
  it('can be archived, and the reminder warns of the second email before it is queued', async () => {
    const bridge = await openApp('#/invites?tab=invited');
    const entryId = toEntryId('Hannah Cho');
    await click(await until(() => find('[data-row]', 'Quayside Painting')));
    await click(await until(() => find('button', 'Archive')));
    await until(() => find('button', 'Unarchive'));
    expect((await bridge.ask('invites.get', { entryId })).archivedAt).not.toBeNull();
    await click(find('button', 'Remind'));
    await until(() => find('h1', 'Remind a vendor'));
    await until(() => expect(text()).toContain('Hannah Cho gets a second email.'));
    expect(field('First name').value).toBe('Hannah');
    await until(() => find('button[type=submit]', 'Queue a second invite'));
    expect(bridge.inputsOf('invites.enqueue')).toEqual([]);
  });
});

describe('a workspace file', () => {
  /** A workspace with three unsent items not sent, as a file. */
  async function exportWorkspace(): Promise<File> {
    const other = await openCore({ company: 'new' });
    await goOffline(other);
    for (const contact of ['Tom Okafor', 'Rosa Delgado', 'Omar Haddad'])
      await enqueueInvite(other, contact, `Works of ${contact}`);
    const { exportId, fileName } = await other.ask('exports.beginWorkspace', null);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let finished = false; !finished;) {
      const next = await other.ask('exports.next', { exportId });
      parts.push(new Uint8Array(Buffer.from(next.part, 'base64')));
      ({ finished } = next);
    }
    return new File(parts, fileName);
  }

  it('is brought in, says what is held, and hands its token over sealed', async () => {
    const file = await exportWorkspace();
    const bridge = await openApp('', { company: 'none' });
    await click(await until(() => find('button', 'Import a workspace file')));
    const chooser = await until(() => document.querySelector('input[type=file]') ?? expect.fail('not yet'));
    Object.defineProperty(chooser, 'files', { value: [file] });
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => expect(text()).toContain('3 items were unsent.'));
    const dialog = find('[role=dialog]');
    const token = dialog.querySelector<HTMLInputElement>('input[name=token]');
    if (token === null) throw new Error('There is no field for the token.');
    await type(token, 'tok_secret');
    await click(find('[role=dialog] button[type=submit]', 'Import and open'));
    await until(() => find('nav', 'Harbor Lane Homes'));
    expect(JSON.stringify(bridge.asked)).not.toContain('tok_secret');
    expect([...bridge.secrets.values()]).toContain('tok_secret');
  });
});
