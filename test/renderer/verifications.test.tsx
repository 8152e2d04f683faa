import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toDraftKey } from '#renderer/features/drafts/drafts.tsx';
import {
  getDraft,
  emptyLicenseForm,
  valuesOfDraft,
} from '#renderer/features/verifications/license-form-values.ts';
import { useTyped } from '#renderer/stores/drafts.ts';
import { navigate, readHash } from '#renderer/stores/navigation.ts';
import { useChecks } from '#renderer/stores/checks.ts';
import { useToasts } from '#renderer/stores/toasts.ts';
import { draftKey } from '#shared/ipc/drafts.ts';
import { submittedLicenseDetails } from '#shared/service/verification.ts';
import { fail, ok, type CoreBridge } from './core-bridge.ts';
import { json, type ServiceReply } from './fake-service.ts';
import { openApp, openCore, toEntryId, type OpenAppOptions } from './open-app.tsx';
import { brightwater, toId, toRequestId } from './sample-company.ts';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';
import { enqueueVerification, goOffline } from './situations.ts';

const asked = (bridge: CoreBridge, name: string) =>
  bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
const text = () => document.body.textContent ?? '';
/** Brightwater's, of which three details differ. */
const differing = () => toEntryId('1048827');
const toPlace = (licenseNumber: string) => `#/verifications/${toEntryId(licenseNumber)}`;

/** The service answers about Brightwater's license otherwise, and has been asked. */
async function answerAnew({ ask, service }: CoreBridge, result: object): Promise<void> {
  service.replies.getVerificationResult = () => json(result);
  await ask('verifications.checkNow', { entryId: differing() });
}

/** Opens Brightwater's verification with another answer of the service. */
function openWithResult(result: object, options: OpenAppOptions = {}): Promise<CoreBridge> {
  return openApp(toPlace('1048827'), { before: (bridge) => answerAnew(bridge, result), ...options });
}

/** Catches the draft that the browser host's page opens. */
function catchDraft() {
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(this: HTMLAnchorElement) {
    opened.push(this.href);
  });
  return opened;
}

afterEach(async () => {
  useChecks.setState({ run: null, refused: null });
  vi.restoreAllMocks();
  useToasts.setState({ toasts: [] });
});

describe('an answer in another form', () => {
  it('is shown in its place and marked', async () => {
    const response = { licenseNumber: 'N-1', isMatch: 'perhaps' };
    const result = { isVerified: 'maybe', status: 'verified', parameters: { isMatch: 'maybe' }, response };
    await openWithResult(result);
    const shown = await until(() => find('section[aria-label="Result"] dl'));
    expect([...shown.querySelectorAll('dd')].map((one) => one.textContent)).toEqual([
      'maybeUnexpected format',
      'perhapsUnexpected format',
    ]);
    expect(find('dt', 'Match, sent').nextElementSibling?.textContent).toBe('maybeUnexpected format');
  });
});

describe('the result of a verification', () => {
  it('reads a missing answer as not said, never as no', async () => {
    await openWithResult({ response: { licenseNumber: '1' }, status: 'verified' });
    await until(() => find('section[aria-label="Result"]'));
    expect(find('section[aria-label="Result"] dl').textContent).toBe('VerifiedNot providedMatchNot provided');
  });

  it('reads a no as not yet while the check is under way, and as no once it is over', async () => {
    const bridge = await openWithResult({ status: 'in_progress', isVerified: false });
    const answers = () => find('section[aria-label="Result"] dl').textContent;
    await until(() => expect(answers()).toBe('VerifiedNot yetMatchNot provided'));
    await answerAnew(bridge, { status: 'verified', isVerified: false });
    await until(() => expect(answers()).toBe('VerifiedNoMatchNot provided'));
  });

  it('leaves the found side blank while the check is under way', async () => {
    await openApp(toPlace('0880312'));
    await until(() => find('section[aria-label="Result"]', 'Checking'));
    const row = find('tr', '0880312');
    expect(row.querySelectorAll('td')[1]?.textContent).toBe('');
    expect(() => find('button', 'Accept')).toThrow();
    expect(text()).not.toContain('Your decision');
  });

  it('offers to say what an unknown status word means', async () => {
    await openWithResult({ response: { licenseNumber: '1048827' }, status: 'odd_word' });
    await click(await until(() => find('button', 'Say what it means')));
    expect(placeNow()).toBe('#/settings?word=odd_word');
  });

  it('says in days how far the expiry is off, and speaks each row as a whole', async () => {
    await openApp(toPlace('1048827'));
    const row = await until(() => find('tr[aria-label^="Expiration date, differs"]'));
    expect(row.textContent).toContain('9 months earlier.');
    expect(find('tr[aria-label="Qualified party, differs, submitted M., found Elena Vidal"]')).toBeDefined();
  });

  it('tells looks in a row that met the same word as one, with their number and the first of them', async () => {
    const words = ['queued', 'odd_word', 'odd_word', 'odd_word', 'odd_word', 'done'];
    await openApp(async (bridge) => {
      const { ask, service } = bridge;
      const entryId = await enqueueVerification(bridge, { licenseNumber: '2048827' });
      for (const status of words) {
        service.replies.getVerificationResult = () => json({ status });
        await ask('verifications.checkNow', { entryId });
      }
      return `#/verifications/${entryId}`;
    });
    await until(() => find('aside li', 'Checks 3 to 5'));
    expect(find('aside li', 'Checks 3 to 5').textContent).toContain(
      'Status still odd_word, not recognized, 3 times since',
    );
    const items = [...document.querySelectorAll('aside li')].map((item) => item.textContent);
    expect(items.filter((item) => item.includes('odd_word'))).toHaveLength(2);
  });

  it('folds the details that neither side has, and opens them', async () => {
    await openApp(async (bridge) => {
      const { ask, service } = bridge;
      const entryId = await enqueueVerification(bridge, { licenseNumber: '7' });
      service.replies.getVerificationResult = () =>
        json({ response: { licenseNumber: '7' }, status: 'verified' });
      await ask('verifications.checkNow', { entryId });
      return `#/verifications/${entryId}`;
    });
    const fold = await until(() => find('button', '12 blank details'));
    const bodyRows = () => document.querySelectorAll('main tbody tr');
    expect(bodyRows()).toHaveLength(2);
    await click(fold);
    expect(bodyRows()).toHaveLength(14);
    expect(find('button', 'Hide blank details').getAttribute('aria-expanded')).toBe('true');
  });

  it('lets nobody accept an expired license', async () => {
    const response = { licenseNumber: '1048827', expiryDate: '2020-01-31' };
    const bridge = await openWithResult({ response, status: 'verified', isVerified: true });
    await until(() => find('section[aria-label="Result"] h2', 'Expired'));
    expect(document.querySelectorAll('footer button')).not.toHaveLength(0);
    expect(find('footer').textContent).not.toContain('Accept');
    await press('a');
    expect(asked(bridge, 'verifications.decide')).toHaveLength(0);
  });

  it('asks for a note before a license that does not match is accepted, and leads the focus there', async () => {
    const response = { licenseNumber: '1048827', isMatch: false };
    const bridge = await openWithResult({ response, status: 'verified', isVerified: true });
    await until(() => find('button', 'Accept anyway'));
    await press('a');
    await until(() => find('aside', 'Say why you accept it.'));
    expect(document.activeElement).toBe(field('Note'));
    expect(asked(bridge, 'verifications.decide')).toHaveLength(0);
    await type(field('Note'), 'Renewal seen');
    await click(find('button', 'Accept anyway'));
    await until(() => expect(asked(bridge, 'verifications.decide')).toHaveLength(1));
  });

  it('keeps fields that were not understood in sight', async () => {
    await openWithResult({ isVerified: 'yes, 7001', extra: 'more 7002' });
    await until(() => find('aside', 'One value could not be read.'));
    expect(text()).toContain('yes, 7001');
    await click(find('button', 'Other fields'));
    expect(text()).toContain('more 7002');
  });
});

describe('an answer with the ID of another verification', () => {
  const submitted = { licenseNumber: '1048827' };
  const same = { parameters: submitted, response: { ...submitted, isMatch: true }, isVerified: true };
  const ownId = toRequestId('1048827');

  it('is put before everything else, and nothing is claimed or advised', async () => {
    await openWithResult({ ...same, id: 'R-99', status: 'verified' });
    const result = await until(() => find('section[aria-label="Result"]'));
    expect(result.textContent).toContain('The service answered with another ID.');
    expect(result.textContent).toContain('R-99');
    expect(text()).not.toContain('every detail is the same');
    expect(text()).not.toContain('Nothing stands out');
    const said = find('aside', 'From the service').textContent;
    expect(said).toContain('VerifiedYes');
    expect(said).toContain('MatchYes');
    await click(find('aside button', 'Technical details'));
    expect(find('aside').textContent).toContain(ownId);
    expect(find('button', 'Correct and submit again').className).not.toContain('primary');
  });

  it('lets the vendor be asked without naming differences that may be those of another license', async () => {
    const opened = catchDraft();
    const other = { ...same, response: { licenseNumber: '7', licenseeName: 'Kestrel Roofing' } };
    const bridge = await openWithResult({ ...other, id: 'R-99' });
    await until(() => find('button', 'Ask the vendor'));
    await press('r');
    await until(() => expect(asked(bridge, 'verifications.decide')).toHaveLength(1));
    expect(decodeURIComponent(opened[0] ?? '')).not.toContain('Kestrel');
  });

  it('is known as this check’s own whatever the case of its letters', async () => {
    await openWithResult({ ...same, id: ` ${ownId.toUpperCase()}`, status: 'verified' });
    await until(() => find('section[aria-label="Result"]', 'License found, everything matches'));
    expect(text()).not.toContain('another ID');
  });
});

describe('details that are the same, of which the service says no', () => {
  const submitted = { licenseNumber: '1048827' };
  const same = { parameters: submitted, response: submitted, status: 'completed' };

  it.each([
    ['not verified', { ...same, isVerified: false }, 'The service could not verify this license'],
    ['not matching', { ...same, response: { ...submitted, isMatch: false } }, 'doesn’t match'],
    ['a problem by its word', { ...same, status: 'suspended' }, 'reports a problem'],
    ['not verified yet', { ...same, status: 'pending', isVerified: false }, 'Not verified yet'],
  ])(
    '%s: the service’s no is the headline, and nothing is called the same above it',
    async (_what, answer, title) => {
      await openWithResult(answer);
      const result = await until(() => find('section[aria-label="Result"]', title));
      expect(result.querySelector('h2')?.textContent).not.toContain('no detail differs');
    },
  );
});

describe('a date that cannot be read', () => {
  it('cannot be compared, and the day that counts is said', async () => {
    const parameters = { licenseNumber: '1048827', expiryDate: '2027-03-31' };
    await openWithResult({
      parameters,
      response: { ...parameters, expiryDate: 'see certificate' },
      status: 'x',
    });
    const row = await until(() => find('tr[aria-label^="Expiration date, cannot be compared"]'));
    expect(row.textContent).toContain('Cannot be compared');
    expect(row.textContent).toContain('so it isn’t counted');
    expect(find('section[aria-label="Result"]').textContent).toContain('1 date cannot be compared');
    expect(() => find('button', 'Accept the differences')).toThrow();
  });

  it('is listed as received, and says so', async () => {
    const expiryDate = '2027-03-31';
    const parameters = { licenseNumber: '0931170', expiryDate };
    await openApp('#/verifications', {
      before: async (bridge) => {
        await answerAnew(bridge, {
          parameters,
          response: { ...parameters, expiryDate: 'see certificate' },
          status: 'x',
        });
      },
    });
    expect(await until(() => find('[title*="Not counted"]', 'see certificate unclear'))).toBeDefined();
  });
});

describe('the board’s site', () => {
  const openWith = (verifyingWebsite: string) =>
    openWithResult({ response: { licenseNumber: '1', verifyingWebsite } });

  it.each([
    ['licenses.board.example.com/check', 'https://licenses.board.example.com/check'],
    [' HTTPS://board.example.com ', 'HTTPS://board.example.com'],
    ['board.example.com:8443/check', 'https://board.example.com:8443/check'],
  ])('is opened for %j', async (written, url) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await openWith(written);
    await click(await until(() => find('button', 'Open the board’s site')));
    expect(opened).toHaveBeenCalledWith(url, '_blank', 'noopener,noreferrer');
  });

  it.each(['http://board.example.com', 'mailto:board@example.com', 'ask the board', 'javascript:alert(1)'])(
    'is not opened for %j',
    async (written) => {
      await openWith(written);
      await until(() => find('button', 'Ask the vendor'));
      expect(() => find('button', 'Open the board’s site')).toThrow();
    },
  );
});

describe('decisions on a verification', () => {
  it('accepts by key with the note that was written, and takes it back', async () => {
    const bridge = await openApp(toPlace('1048827'));
    await until(() => find('button', 'Accept the differences'));
    await type(field('Note'), 'Seen on paper');
    await press('a');
    await until(() => expect(asked(bridge, 'verifications.decide')).toHaveLength(1));
    expect(asked(bridge, 'verifications.decide')[0]).toEqual({
      entryId: differing(),
      choice: 'accept_differences',
      note: 'Seen on paper',
    });
    // It leads on to the next.
    await until(() => expect(placeNow()).not.toBe(toPlace('1048827')));
    await acting(() => navigate(readHash(toPlace('1048827'))));
    await until(() => find('aside', 'Seen on paper'));
    await press('z', document.body, { ctrlKey: true });
    await until(() => expect(asked(bridge, 'verifications.decide')).toHaveLength(2));
    expect(asked(bridge, 'verifications.decide')[1]).toMatchObject({ choice: 'undo' });
  });

  it.each([
    ['dana', ' by you, '],
    ['maria', ' by maria, '],
    [null, ', no name recorded, '],
  ])('are told as made by whom they were: %s, where dana looks at them', async (by, words) => {
    const core = await openCore();
    const start = await core.ask('app.start', null);
    const detail = await core.ask('verifications.get', { entryId: differing() });
    const decision = { choice: 'accept_differences', note: '', at: 1_780_000_000_000, by };
    await openApp(toPlace('1048827'), {
      // Who is signed in to the computer is the same for all tests.
      answers: {
        'app.start': () => ok({ ...start, account: 'dana' }),
        'verifications.get': () => ok({ ...detail, decision, decisions: [decision] }),
      },
    });
    const made = await until(() => find('aside [role=status]', 'Accepted'));
    expect(made.textContent).toContain(`Accepted${words}`);
    expect(find('aside li', `Accepted${words.replace(/, $/, '')}`)).toBeDefined();
  });

  it('opens a letter that names the differences, and records that it was opened', async () => {
    const opened = catchDraft();
    const bridge = await openApp(toPlace('1048827'));
    await until(() => find('button', 'Ask the vendor'));
    await press('r');
    await until(() => expect(asked(bridge, 'verifications.decide')).toHaveLength(1));
    expect(asked(bridge, 'verifications.decide')[0]).toMatchObject({ choice: 'ask_vendor' });
    const letter = decodeURIComponent(opened[0] ?? '');
    expect(letter).toContain('mailto:');
    expect(letter).toContain('“Mar 31, 2097”, the board has “Jun 30, 2096”');
    const [note, ...others] = bridge.inputsOf('notes.add');
    expect([note, others]).toMatchObject([{ kind: 'letter', asked: [], followUp: null }, []]);
    expect(JSON.stringify(note)).toContain('the board has “Jun 30, 2096”');
    await until(() => expect(placeNow()).not.toBe(toPlace('1048827')));
    await acting(() => navigate(readHash(toPlace('1048827'))));
    await until(() => find('aside', 'Draft to the vendor opened'));
  });

  it('records nothing where no draft could be opened', async () => {
    const bridge = await openApp(toPlace('1048827'), { facts: { host: 'electron' } });
    await until(() => find('button', 'Ask the vendor'));
    await press('r');
    await until(() => find('[role=alert]', 'No mail program opened the draft.'));
    expect(asked(bridge, 'verifications.decide')).toEqual([]);
    expect(asked(bridge, 'notes.add')).toEqual([]);
  });

  it('goes on to the next to decide with J and back with K', { tags: ['nightly'] }, async () => {
    await openApp(toPlace('1048827'));
    await until(() => find('header', '1 of 3 to decide'));
    await press('j');
    expect(placeNow()).toBe(toPlace('0771340'));
    await until(() => find('header', '2 of 3 to decide'));
    await press('k');
    expect(placeNow()).toBe(toPlace('1048827'));
  });

  it('offers the ways on from a check that came to no request number', async () => {
    await openApp(toPlace('0912004'));
    await until(() => find('section', 'gave no ID'));
    for (const choice of ['Send again', 'Mark as sent', 'Cancel']) {
      expect(find('li button', choice)).toBeDefined();
    }
  });

  it('says so where there is no such check', async () => {
    await openApp(`#/verifications/${toId(7, 99)}`);
    await until(() => find('p', 'There is no such verification on this computer.'));
  });
});

describe('the form of a verification', () => {
  it('sends only what was filled in, no empty texts', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await type(field('License number'), ' 2048827 ');
    await click(find('button', 'More details'));
    await type(field('County'), 'Alameda');
    await type(field('Expiration date'), '2027-03-31');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
    expect(asked(bridge, 'verifications.enqueue')[0]).toEqual({
      type: 'license',
      data: {
        licenseNumber: '2048827',
        locationWhereLicenseIsValid: { county: 'Alameda' },
        expiryDate: '2027-03-31',
      },
      vendorId: null,
      replaces: null,
      draft: 'new',
    });
  });

  it('can send every field of the request', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await click(find('button', 'More details'));
    const texts: [label: string, text: string][] = [
      ['License number', '2048827'],
      ['Type', 'contractor'],
      ['Trade type', 'Plumbing'],
      ['Service type', 'Drains'],
      ['Effective date', '2025-04-01'],
      ['Expiration date', '2027-03-31'],
      ['Licensee name', 'Brightwater'],
      ['Qualified party', 'Rosa Delgado'],
      ['Licensee address', '1 Pier'],
      ['State', 'CA'],
      ['County', 'Alameda'],
      ['City', 'Oakland'],
      ['ZIP code', '94607'],
      ['Verifying website', 'https://board.example.com'],
    ];
    for (const [label, text] of texts) await type(field(label), text);
    const yes = find('label', 'Yes').querySelector('input');
    if (yes === null) throw new Error('There is no choice for the match.');
    await click(yes);
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
    const sent = z
      .object({ type: z.string(), data: submittedLicenseDetails })
      .parse(asked(bridge, 'verifications.enqueue')[0]);
    expect(Object.keys(sent.data).toSorted()).toEqual(Object.keys(submittedLicenseDetails.shape).toSorted());
    expect(Object.keys(sent.data.locationWhereLicenseIsValid ?? {}).toSorted()).toEqual(
      Object.keys(submittedLicenseDetails.shape.locationWhereLicenseIsValid.unwrap().shape).toSorted(),
    );
    expect(sent).toMatchObject({ type: 'contractor', data: { isMatch: true, expiryDate: '2027-03-31' } });
  });

  it('enqueues nothing while nothing is filled in, and says what to do', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('form', 'Enter at least the license number.'));
    expect(asked(bridge, 'verifications.enqueue')).toEqual([]);
  });

  it('keeps what was typed where saving fails', async () => {
    await openApp('#/verifications/new', {
      answers: {
        'verifications.enqueue': () => fail('storage', 'The disk is full.'),
      },
    });
    await until(() => field('License number'));
    await type(field('License number'), '2048827');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('[role=alert]', 'The disk is full.'));
    expect(field('License number').value).toBe('2048827');
  });

  it('says that it is sent later where there is no network', async () => {
    await openApp('#/verifications/new', { before: (bridge) => goOffline(bridge) });
    await until(() => find('button', 'Submit when online'));
    await type(field('License number'), '2048827');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('[role=status]', 'Saved. It will send when you’re back online.'));
  });

  it('starts with what was submitted before, and names what it replaces', async () => {
    const bridge = await openApp(toPlace('1048827'));
    await until(() => find('button', 'Correct and submit again'));
    await press('e');
    await until(() => field('License number'));
    expect(field('License number').value).toBe('1048827');
    expect(field('Expiration date').value).toBe('2097-03-31');
    await type(field('Licensee name'), 'Brightwater Plumbing & Drain, Inc.');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
    expect(asked(bridge, 'verifications.enqueue')[0]).toMatchObject({
      replaces: differing(),
      data: { licenseeName: 'Brightwater Plumbing & Drain, Inc.', qualifiedParty: 'Rosa M. Delgado' },
    });
  });

  it('is filled from the profile of the vendor that it is for', async () => {
    await openApp('#/verifications/new?vendor=48213');
    await until(() => field('Licensee name'));
    expect(field('Licensee name').value).toBe(brightwater.companyName);
    expect(field('Qualified party').value).toBe(`${brightwater.firstName} ${brightwater.lastName}`);
    expect(field('ZIP code').value).toBe(brightwater.location.postalCode);
    await until(() => expect(field('Vendor').value).toBe(brightwater.companyName));
  });

  it('refuses an expiry before the effective date', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await type(field('License number'), '1');
    await click(find('button', 'More details'));
    await type(field('Effective date'), '2027-03-31');
    await type(field('Expiration date'), '2026-03-31');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('form', 'This is before the effective date.'));
    expect(asked(bridge, 'verifications.enqueue')).toEqual([]);
  });
});

describe('a verification that is typed and not submitted yet', () => {
  const number = () => field('License number');

  it('is kept when it is closed, and is there again, dates, state and all', async () => {
    const bridge = await openApp('#/verifications');
    await click(await until(() => find('button', 'Verify a license')));
    await until(number);
    await type(number(), '2048827');
    await type(field('State'), 'Nevada');
    await click(find('button', 'More details'));
    await type(field('Expiration date'), '2027-03-31');
    await click(find('button', 'Close, keep draft'));
    await until(() => expect(placeNow()).toBe('#/verifications'));
    // Where typing rests in between, the draft was kept before too.
    await until(() =>
      expect(asked(bridge, 'drafts.save').at(-1)).toMatchObject({
        kind: 'verification',
        key: 'new',
        title: '2048827',
        fields: { licenseNumber: '2048827', state: 'Nevada', expiryDate: '2027-03-31', type: '' },
      }),
    );
    // Nothing of it is in the window any more after a restart.
    useTyped.setState({}, true);
    await click(await until(() => find('[role=tab]', 'Drafts1')));
    await click(await until(() => find('[role=row]', '2048827')));
    await until(() => expect(number().value).toBe('2048827'));
    expect(field('State').value).toBe('Nevada');
    expect(field('Expiration date').value).toBe('2027-03-31');
    expect(field('Type').value).toBe('license');
    expect(text()).toContain('is back. It was not submitted yet.');
  });

  it('brings every field of the form back', async () => {
    const fields = Object.fromEntries(
      Object.keys(emptyLicenseForm).map((name) => [
        name,
        name.endsWith('Date') ? '2027-03-31' : `of ${name}`,
      ]),
    );
    expect(valuesOfDraft({ ...fields, isMatch: 'no', odd: 'x' }, 'license')).toEqual({
      ...fields,
      isMatch: 'no',
    });
    expect(valuesOfDraft(getDraft(emptyLicenseForm, 'license'), 'license')).toEqual(emptyLicenseForm);
    const filled = valuesOfDraft({ ...fields, isMatch: 'yes' }, 'license');
    expect(valuesOfDraft(getDraft(filled, 'license'), 'license')).toEqual(filled);
  });

  it('is dropped when it is discarded, which can be taken back', async () => {
    await openApp('#/verifications/new');
    await until(number);
    await type(number(), '2048827');
    await click(await until(() => find('form button', 'Discard')));
    await until(() => expect(placeNow()).toBe('#/verifications'));
    await click(await until(() => find('[role=status] button', 'Undo')));
    await until(() => find('[role=tab]', 'Drafts1'));
  });

  it('is gone once it was submitted, also where typing came to rest while that was under way', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(number);
    bridge.answer({
      async 'verifications.enqueue'(input) {
        bridge.answer({ 'verifications.enqueue': undefined });
        const enqueued = await bridge.ask('verifications.enqueue', input);
        await until(() => expect(asked(bridge, 'drafts.save')).toHaveLength(1));
        return ok(enqueued);
      },
    });
    await type(number(), '2048827');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(find('h1').textContent).toBe('2048827'));
    await until(async () =>
      expect(await bridge.ask('drafts.get', { kind: 'verification', key: 'new' })).toBeNull(),
    );
  });

  it('is another one for each vendor and each correction', { tags: ['nightly'] }, async () => {
    const keys = [
      toDraftKey({ about: null, replaces: null, draftId: null }),
      toDraftKey({ about: '48213', replaces: null, draftId: null }),
      toDraftKey({ about: '48214', replaces: null, draftId: null }),
      toDraftKey({ about: toId(7, 1), replaces: null, draftId: null }),
      toDraftKey({ about: '48213', replaces: differing(), draftId: null }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(draftKey.safeParse(key).success).toBe(true);
    const bridge = await openApp('#/verifications/new?vendor=48213');
    await until(() => field('Licensee name'));
    expect(asked(bridge, 'drafts.save')).toEqual([]);
    await type(number(), '2048827');
    await until(() => expect(asked(bridge, 'drafts.save')).toHaveLength(1));
    expect(asked(bridge, 'drafts.save')[0]).toMatchObject({ key: keys[1] });
  });
});

describe('a license that was submitted before', () => {
  it('is named with its number on leaving the field, and can be submitted all the same', async () => {
    const bridge = await openApp('#/verifications/new');
    await until(() => field('License number'));
    await type(field('License number'), '0880312');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('form', 'A verification of license 0880312 was submitted'));
    expect(text()).toContain('and is still being checked.');
    expect(asked(bridge, 'verifications.enqueue')).toEqual([]);
    const warnedAt = performance.now();
    await until(() => expect(performance.now() - warnedAt).toBeGreaterThan(800));
    await click(find('button', 'Submit anyway'));
    await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
  });

  it('is not warned of where it is the one that is corrected', async () => {
    const bridge = await openApp(`#/verifications/new?replaces=${differing()}`);
    await until(() => field('License number'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
  });

  it(
    'can be submitted also where earlier ones cannot be looked up, and that is said',
    { tags: ['nightly'] },
    async () => {
      const bridge = await openApp('#/verifications/new', {
        answers: {
          'verifications.duplicates': () => fail('storage', 'The stored data could not be read.'),
        },
      });
      await until(() => field('License number'));
      await type(field('License number'), '2048827');
      await press('Enter', document.body, { ctrlKey: true });
      await until(() => find('form', 'Earlier verifications could not be looked up.'));
      const warnedAt = performance.now();
      await until(() => expect(performance.now() - warnedAt).toBeGreaterThan(800));
      await click(find('button', 'Submit anyway'));
      await until(() => expect(asked(bridge, 'verifications.enqueue')).toHaveLength(1));
    },
  );
});

describe('the list of verifications', () => {
  it('asks for the tab that the address names and opens a row as a page', async () => {
    const bridge = await openApp('#/verifications?tab=differ');
    const row = await until(() => find('[data-row]', '1048827'));
    expect(asked(bridge, 'verifications.page')[0]).toMatchObject({ tab: 'differ', search: '' });
    expect(row.textContent).toContain('3 differ');
    await click(row);
    expect(placeNow()).toBe(toPlace('1048827'));
  });

  it('looks at all of a tab, says how far it is, and can be stopped', async () => {
    const bridge = await openApp('#/verifications?tab=differ', {
      before: ({ ask }) => ask('workspaces.updateSettings', { concurrency: 1 }),
    });
    const answer = Promise.withResolvers<ServiceReply>();
    bridge.service.replies.getVerificationResult = () => answer.promise;
    await click(await until(() => find('button', 'Check all now')));
    await until(() => expect(text()).toContain('Checking 3 results: 0 done.'));
    expect(asked(bridge, 'checks.begin')).toEqual([{ what: 'verification_tab', tab: 'differ' }]);
    await click(find('button', 'Stop'));
    answer.resolve(json({ status: 'verified' }));
    await until(() => expect(text()).toContain('1 result checked, 1 final. 2 not checked. You stopped it.'));
    await click(find('button', 'Close'));
    await until(() => expect(text()).not.toContain('You stopped it.'));
  });

  it('looks at the ticked ones that have a request number', { tags: ['nightly'] }, async () => {
    const bridge = await openApp('#/verifications');
    await until(() => find('[data-row]', '1048827'));
    await acting(() => find('[data-row]', '1048827').focus());
    await press('x', document.activeElement ?? document.body);
    for (let row = 1; row < 6; row += 1) {
      await press('j', document.activeElement ?? document.body);
      await press('x', document.activeElement ?? document.body);
    }
    await until(() => find('[aria-label="Selected verifications"]', '6 selected'));
    await click(find('[aria-label="Selected verifications"] button', 'Check 4 now'));
    expect(asked(bridge, 'checks.begin')).toEqual([
      {
        what: 'verifications',
        entryIds: ['1048827', '0771340', '0662915', '0880312'].map((number) => toEntryId(number)),
      },
    ]);
    expect(text()).not.toContain('selected');
  });

  it('says why nothing is looked at', async () => {
    await openApp('#/verifications?tab=done');
    await click(await until(() => find('button', 'Check all now')));
    await until(() => expect(text()).toContain('Nothing to check'));
  });

  it('asks for nothing without a network, and says when the next look is', async () => {
    await openApp('#/verifications', { before: (bridge) => goOffline(bridge) });
    const button = await until(() => find('button', 'Check when online'));
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(find('[data-row]', '1048827').textContent).toContain('next check when online');
  });

  it('says when each is looked at next', async () => {
    await openApp('#/verifications');
    await until(() => find('[data-row]', '1048827'));
    expect(find('[data-row]', '1048827').textContent).toMatch(/next check (in|now)/);
    expect(find('[data-row]', '0931170').textContent).toContain('finished');
  });

  it('says what is true where nothing was checked yet', async () => {
    await openApp('#/verifications', { company: 'new' });
    await until(() => find('p', 'No verifications yet.'));
    find('[role=gridcell] button', 'Verify a license');
  });
});
