import { describe, expect, it } from 'vitest';
import { json } from './fake-service.ts';
import { ok } from './core-bridge.ts';
import { openApp, openCore, toEntryId } from './open-app.tsx';
import { acting, field, find, type, until } from './screen.tsx';
import { enqueueVerification, sendInvite } from './situations.ts';

// What a service said of the fields, at the form that corrects what it refused.

const text = () => document.body.textContent ?? '';

/** What is spoken with a field: its hint, or what is wrong with it. */
function describedBy(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function getLabel(element: Element): string {
  const label = [...document.querySelectorAll('label')].find(({ htmlFor }) => htmlFor === element.id);
  return label?.textContent ?? '';
}

/** Opens the app at a place of an invite that the service refused with these words. */
function openRefusedInvite(body: unknown, toPlace: (entryId: string) => string) {
  return openApp(async (bridge) => {
    bridge.service.replies.inviteVendor = () => json(body, 422);
    const vendor = { email: 'dale@ironwood.example.com', firstName: 'Dale' };
    return toPlace(await sendInvite(bridge, { vendor }));
  });
}

/** The same of license details. */
function openRefusedVerification(body: unknown, toPlace: (entryId: string) => string) {
  return openApp(async (bridge) => {
    bridge.service.replies.queueVerification = () => json(body, 422);
    return toPlace(await enqueueVerification(bridge, { licenseNumber: '2048827' }));
  });
}

const correctInvite = (body: unknown) =>
  openRefusedInvite(body, (entryId) => `#/invites/new?replaces=${entryId}`);
const correctVerification = (body: unknown) =>
  openRefusedVerification(body, (entryId) => `#/verifications/new?replaces=${entryId}`);

describe('the correction of a refused invite', () => {
  it('shows what the service said at each field, the rest above the form, and begins at the first field', async () => {
    await correctInvite({
      message: 'Validation failed',
      errors: [
        { field: 'companyId', message: 'No such company.' },
        { field: 'vendor.first_name', message: 'Too short.' },
        { field: 'tenant.region', message: 'Closed.' },
      ],
    });
    const first = await until(() => field('First name'));
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(first)).toBe('The service refused this. It said: Too short.');
    await until(() => expect(document.activeElement).toBe(first));
    expect(describedBy(field('Company ID'))).toContain('No such company.');
    expect(field('Vendor email').getAttribute('aria-invalid')).not.toBe('true');
    const above = find('form p', 'Validation failed').closest('div')?.textContent;
    expect(above).toContain('tenant.region: Closed.');
    expect(above).not.toContain('Too short.');
  });

  it('takes the words away when their field is changed, not when it is left', async () => {
    await correctInvite({ errors: { 'Vendor.FirstName': ['Too short.'], companyId: ['No such company.'] } });
    const first = await until(() => field('First name'));
    await until(() => expect(document.activeElement).toBe(first));
    await acting(() => field('Phone').focus());
    expect(describedBy(first)).toContain('Too short.');
    await type(first, 'Dale Ann');
    expect(describedBy(first)).not.toContain('Too short.');
    expect(describedBy(field('Company ID'))).toContain('No such company.');
  });

  it('opens "All fields" for what lies there and begins there', async () => {
    await correctInvite({
      errors: [{ path: ['body', 'checklistTasks', 0, 'type'], msg: 'Not one of ours.' }],
    });
    const tasks = await until(() => find('textarea[aria-invalid=true]'));
    expect(getLabel(tasks)).toContain('Checklist tasks');
    expect(describedBy(tasks)).toContain('Not one of ours.');
    await until(() => expect(document.activeElement).toBe(tasks));
  });

  it('says that there is no reason where the service gave none', async () => {
    await correctInvite({ code: 17 });
    await until(() => expect(text()).toContain('It gave no readable reason.'));
    expect(field('Vendor email').value).toBe('dale@ironwood.example.com');
  });
});

describe('the correction of refused license details', () => {
  it('shows what the service said at each field and above the form', async () => {
    await correctVerification({
      detail: [
        {
          loc: ['body', 'data', 'locationWhereLicenseIsValid', 'zipCode'],
          msg: 'Not in this county.',
          type: 'x',
        },
        { loc: ['body', 'data'], msg: 'Incomplete.', type: 'x' },
      ],
    });
    const zip = await until(() => field('ZIP code'));
    expect(describedBy(zip)).toBe('The service refused this. It said: Not in this county.');
    await until(() => expect(document.activeElement).toBe(zip));
    expect(find('form li', 'License details: Incomplete.')).toBeDefined();
    await type(zip, '90210');
    expect(text()).not.toContain('Not in this county.');
  });

  it('opens "More details" for a choice that lies there', async () => {
    await correctVerification({ errors: { isMatch: ['Leave this out.'] } });
    const choice = await until(() => find('[role=radiogroup]', 'Leave this out.'));
    await until(() => expect(choice.contains(document.activeElement)).toBe(true));
  });
});

describe('a refused item', () => {
  it('quotes what the service said of the fields of an invite', async () => {
    await openRefusedInvite(
      { title: 'Not valid', errors: { 'Vendor.Email': ['Unknown domain.'] } },
      (entryId) => `#/invites/${entryId}`,
    );
    await until(() => find('aside li', 'Vendor email: Unknown domain.'));
    expect(find('aside p', 'Not valid')).toBeDefined();
  });

  it.each([
    ['on its page', 'main li', (entryId: string) => `#/verifications/${entryId}`],
    ['in the Outbox', 'aside li', (entryId: string) => `#/outbox/${entryId}?kind=verification`],
  ])('quotes what the service said of license details %s', async (_where, selector, toPlace) => {
    await openRefusedVerification(
      { details: [{ path: ['data', 'licenseNumber'], message: 'Not on file.' }] },
      toPlace,
    );
    expect(await until(() => find(selector, 'License number: Not on file.'))).toBeDefined();
  });

  it('says of one that was altered on the disk that its form holds what stands there now', async () => {
    const entryId = toEntryId('22091');
    const detail = await (await openCore()).ask('verifications.get', { entryId });
    await openApp(`#/verifications/new?replaces=${entryId}`, {
      answers: { 'verifications.get': () => ok({ ...detail, reason: { code: 'altered' } }) },
    });
    await until(() => find('main', 'This was altered on the disk and was not sent.'));
    expect(text()).not.toContain('The service refused');
  });
});
