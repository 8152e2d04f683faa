import { describe, expect, it } from 'vitest';
import { mergeLists } from '#renderer/features/vendors/vendor-side.tsx';
import { fail, type CoreBridge } from './core-bridge.ts';
import { json, type ServiceReply } from './fake-service.ts';
import { closeApps, openApp } from './open-app.tsx';
import { brightwater } from './sample-company.ts';
import { click, field, find, placeNow, type, until } from './screen.tsx';
import { goOffline, signOut } from './situations.ts';

const text = () => document.body.textContent ?? '';

/** Opens the profile of a vendor of whom the service has just said this. */
function openProfile(profile: ServiceReply, vendorId = '5'): Promise<CoreBridge> {
  return openApp(async ({ ask, service }) => {
    service.replies.getVendorProfile = () => profile;
    await ask('vendors.lookUp', { vendorId });
    return `#/vendors/${vendorId}`;
  });
}

const asText = (body: string): ServiceReply => ({
  status: 200,
  body,
  headers: { 'content-type': 'application/json' },
});

describe('a vendor’s profile', () => {
  it('says Not provided for what is missing and Not provided for what is neither yes nor no', async () => {
    await openProfile(json({ id: '5' }));
    await until(() => find('h1', '5'));
    expect(find('dt', 'Licensed').nextElementSibling?.textContent).toBe('Not provided');
    expect(find('dt', 'Crew size').nextElementSibling?.textContent).toBe('Not provided');
    for (const words of ['Coordinates not given', 'Address not given', 'No job sites given'])
      expect(text()).toContain(words);
  });

  it('shows coordinates as text with a link to a map', async () => {
    await openProfile(json({ id: '5', location: { lat: 37.9238, lng: -122.5 } }));
    const location = () => find('section:has(> #vendor-location)');
    await until(() => location());
    expect(location().textContent).toContain('37.9238, −122.5');
    expect(location().querySelector('a')?.href).toBe(
      'https://www.openstreetmap.org/?mlat=37.9238&mlon=-122.5#map=16/37.9238/-122.5',
    );
    expect(location().querySelector('svg[role=img]')).toBe(null);
  });

  it('leads to no map where coordinates are no place on earth', async () => {
    await openProfile(json({ id: '5', location: { lat: 91, lng: -122.5 } }));
    const location = () => find('section:has(> #vendor-location)');
    await until(() => expect(location().textContent).toContain('Not a place on a map'));
    expect(location().textContent).toContain('91, −122.5');
    expect(location().querySelector('a')).toBe(null);
  });

  it('shows fields nobody described, and those of another type, as they came', async () => {
    const answered = { ...brightwater, grade: 'other-77', jobTitle: 4711 };
    await openProfile(json(answered), '48213');
    await until(() => expect(text()).toContain('One value could not be read.'));
    expect(text()).toContain('4711');
    await click(find('button', 'Other fields'));
    expect(text()).toContain('other-77');
    await click(find('[role=tab]', 'Everything fetched'));
    expect(find('pre').textContent).toContain('"icon": "wrench"');
  });

  it('shows what came in another form where it belongs, marked', async () => {
    const answered = {
      id: '5',
      companyName: 77,
      services: [
        'roofing',
        { title: 'Drains', specialties: [{ title: 'Jetting' }, { id: 12345, title: 'Backflow' }] },
        { title: 'Pipes', specialties: { title: 'Copper' } },
      ],
      enrollmentDetails: { licensed: 'yes', hasSubcontractors: 'ask', crewSize: '12', naicsCode: [238220] },
      userCompany: 'Kestrel LLC',
      location: { lat: '37.8', lng: -122.5 },
    };
    await openProfile(json(answered));
    await until(() => find('h1', '77'));
    const labels = [...document.querySelectorAll('main section dt')];
    const beside = (label: string) =>
      labels.find((one) => one.textContent === label)?.nextElementSibling?.textContent;
    expect(beside('Licensed')).toBe('yesUnexpected format');
    expect(beside('Subcontractors')).toBe('askUnexpected format');
    expect(beside('Weekends')).toBe('Not provided');
    expect(beside('Crew size')).toBe('12Unexpected format');
    expect(beside('NAICS code')).toBe('[238220]Unexpected format');
    expect(find('section:has(> #vendor-company)').textContent).toContain('Kestrel LLCUnexpected format');
    expect(find('section:has(> #vendor-location)').textContent).toContain('37.8Unexpected format');
    const services = find('ul[aria-label="Services and specialties"]');
    expect([...services.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'DrainsJettingBackflowUnexpected format',
      'PipesCopper',
    ]);
  });

  it('says what came in the place of services, and not that none are given', async () => {
    const answered = { id: '5', services: 'roofing' };
    await openProfile(json(answered));
    await until(() => find('h1', '5'));
    expect(find('aside section', 'Services').textContent).toBe('ServicesroofingUnexpected format');
  });

  it('shows everything fetched in the service’s own text: order, digits, and names that come twice', async () => {
    const body = '{"number":12345678901234567890,"firstName":"Ann","rate":1.50,"firstName":"Bea"}';
    await openProfile(asText(body));
    await until(() => find('h1', 'Bea'));
    await click(find('[role=tab]', 'Everything fetched'));
    expect(find('pre').textContent).toBe(
      '{\n  "number": 12345678901234567890,\n  "firstName": "Ann",\n  "rate": 1.50,\n  "firstName": "Bea"\n}',
    );
  });

  it('shows the beginning of a large answer, and more of it when asked', { tags: ['nightly'] }, async () => {
    const body = `{"companyName":"Large","notes":"${'a'.repeat(300_000)}","last":"end-9001"}`;
    await openProfile(asText(body));
    await until(() => find('h1', 'Large'));
    await click(find('[role=tab]', 'Everything fetched'));
    expect(find('pre').textContent).toHaveLength(100_000);
    await click(find('button', 'Show more'));
    expect(find('pre').textContent).toContain('end-9001');
    expect(document.querySelectorAll('[class*="_cut_"]')).toHaveLength(0);
  });

  it('never loads a picture from another host', async () => {
    await openApp('#/vendors/48213');
    await until(() => find('h1', 'Brightwater'));
    expect(document.querySelectorAll('img, iframe, image')).toHaveLength(0);
  });

  it('keeps the old values and says beside Refresh why nothing new came', async () => {
    const { service } = await openApp('#/vendors/48213');
    service.replies.getVendorProfile = () => json({ message: 'Unknown.' }, 404);
    await click(await until(() => find('button', 'Refresh')));
    await until(() => find('[role=alert]', 'The service has no vendor with this ID.'));
    expect(text()).toContain('Rosa Delgado');
    // Midnight may pass while the test runs.
    expect(text()).toMatch(/Fetched [34] days ago/);
  });

  it('says offline that refreshing needs the network', async () => {
    await openApp('#/vendors/48213', { before: (bridge) => goOffline(bridge) });
    const refresh = await until(() => find('button', 'Refresh when online'));
    expect(refresh.hasAttribute('disabled')).toBe(true);
  });

  it('hands the vendor on to a new verification and to the documents', async () => {
    await openApp('#/vendors/48213');
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Verify a license')));
    expect(placeNow()).toBe('#/verifications/new?vendor=48213');
    await closeApps();
    await openApp('#/vendors/48213');
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Look up a document')));
    expect(placeNow()).toBe('#/documents/add?vendor=48213');
  });
});

describe('looking up a vendor', () => {
  async function lookUp(id: string, before: (bridge: CoreBridge) => unknown = () => undefined) {
    const bridge = await openApp('#/vendors', { before });
    await click(await until(() => find('button', 'Look up a vendor')));
    await until(() => field('Vendor ID'));
    await type(field('Vendor ID'), id);
    await click(find('[role=dialog] button', 'Look up'));
    return bridge;
  }

  it('opens the profile that was found', async () => {
    await lookUp(' 48213 ');
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
  });

  it.each<[string, (bridge: CoreBridge) => unknown, string]>([
    ['online', () => undefined, 'The service has no vendor with this ID.'],
    ['offline', (bridge) => goOffline(bridge), 'The service can’t be reached.'],
    ['signed out', signOut, 'The service did not accept the token.'],
  ])('says at the field what went wrong when %s, and keeps the ID', async (_how, before, sentence) => {
    await lookUp('999', before);
    await until(() => find('[role=dialog]', sentence));
    expect(field('Vendor ID').value).toBe('999');
  });

  it('asks nothing where the ID cannot be one', async () => {
    const bridge = await lookUp('../48213');
    await until(() => find('[role=dialog]', 'A vendor ID can’t contain slashes'));
    expect(bridge.asked.some(({ name }) => name === 'vendors.lookUp')).toBe(false);
  });

  it('offers the copy that is here when the service cannot be asked', async () => {
    await lookUp('48213', (bridge) => goOffline(bridge));
    await click(await until(() => find('[role=dialog] button', 'Open the copy')));
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
  });
});

describe('the list of vendors', () => {
  it('sorts by the head that is clicked and says what the list holds', async () => {
    const bridge = await openApp('#/vendors');
    await until(() => find('[role=row]', 'Brightwater'));
    expect(text()).toContain('144 known here');
    await click(find('[role=columnheader] button', 'Vendor'));
    await until(() => expect(bridge.inputsOf('onboarding.page').at(-1)).toMatchObject({ sort: 'name' }));
  });
});

describe('ticked vendors', () => {
  const ticks = () => document.querySelectorAll('[role=region][aria-label="Selected vendors"]');

  it('are fetched again together, and what was not asked yet is taken back', async () => {
    const bridge = await openApp('#/vendors', { before: (bridge) => goOffline(bridge) });
    await until(() => find('[role=row]', 'Brightwater'));
    await click(find('input[aria-label="Select all rows"]'));
    const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')]
      .map((row) => row.dataset['row'])
      .filter((id) => id?.startsWith('@') === false);
    await click(await until(() => find('[role=region] button', `Refresh ${ids.length}`)));
    const begun = bridge.asked.filter(({ name }) => name === 'lookups.begin').map(({ input }) => input);
    expect(begun).toEqual([{ ids }]);
    await until(() => expect(ticks()).toHaveLength(0));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=status]', `${ids.length} vendors not fetched again.`));
  });

  it('stay ticked where they cannot be fetched, with the reason', async () => {
    await openApp('#/vendors', {
      answers: { 'lookups.begin': () => fail('too_late', 'A lookup is still running.') },
    });
    await until(() => find('[role=row]', 'Brightwater'));
    await click(find('input[aria-label="Select all rows"]'));
    await click(await until(() => find('[role=region] button', 'Refresh')));
    await until(() => find('[role=region]', 'A lookup is still running.'));
    expect(ticks()).toHaveLength(1);
  });
});

describe('lists that come twice', () => {
  it('are joined with each entry once, marked with where it stands', () => {
    expect(mergeLists(['a', 'b', 'a'], ['b', 'c'])).toEqual([
      { text: 'a', where: 'profile' },
      { text: 'b', where: 'both' },
      { text: 'c', where: 'enrollment' },
    ]);
    expect(mergeLists(null, undefined)).toEqual([]);
  });
});
