import { outboxQuery } from '#shared/ipc/outbox.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportOutbox } from '#main/exports/export-outbox.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { EntryKind, EntryReason } from '#shared/outbox/outbox.ts';
import { readRefusal } from '#shared/outbox/refusal.ts';
import { historyLine } from '#shared/words/sentences.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import { openTestWorkspace, untilState, type TestWorkspace } from './workspace-harness.ts';

// What a service says of the fields when it refuses, in the shapes in use, from the wire to each call that a screen makes.

const problemJson = { 'content-type': 'application/problem+json' };
const problem = (status: number, body: unknown) => answering(status, problemJson, JSON.stringify(body));

interface Shape {
  name: string;
  kind: EntryKind;
  behaviour: Behaviour;
  message: string | null;
  /** Name in the form, label, words. */
  fields: [field: string | null, label: string | null, words: string][];
}

const email: Shape['fields'][number] = ['email', 'Vendor email', 'Enter a valid email.'];
const number: Shape['fields'][number] = ['licenseNumber', 'License number', 'Not a license number.'];
const zip: Shape['fields'][number] = ['zipCode', 'ZIP code', 'Not in this county.'];

const shapes: Shape[] = [
  {
    name: '400 with a list of errors',
    kind: 'invite',
    behaviour: answeringJson(
      { message: 'Validation failed', errors: [{ field: 'vendor.email', message: email[2] }] },
      400,
    ),
    message: 'Validation failed',
    fields: [email],
  },
  {
    name: '422 with a map of errors, as Laravel and Rails write it',
    kind: 'verification',
    behaviour: answeringJson(
      {
        message: 'Not valid',
        errors: { 'data.licenseNumber': [number[2]], 'data.locationWhereLicenseIsValid.zipCode': [zip[2]] },
      },
      422,
    ),
    message: 'Not valid',
    fields: [number, zip],
  },
  {
    name: '422 of FastAPI',
    kind: 'invite',
    behaviour: answeringJson(
      { detail: [{ loc: ['body', 'vendor', 'email'], msg: email[2], type: 'value_error' }] },
      422,
    ),
    message: null,
    fields: [email],
  },
  {
    name: '422 of JSON:API',
    kind: 'verification',
    behaviour: answeringJson(
      {
        errors: [
          { source: { pointer: '/data/attributes/licenseNumber' }, title: 'Invalid', detail: number[2] },
          { source: { parameter: 'zip_code' }, detail: zip[2] },
        ],
      },
      422,
    ),
    message: null,
    fields: [number, zip],
  },
  {
    name: '400 of RFC 9457',
    kind: 'invite',
    behaviour: problem(400, {
      type: 'about:blank',
      title: 'Not valid',
      status: 400,
      detail: 'See the fields.',
      errors: [{ pointer: '#/vendor/email', detail: email[2] }],
    }),
    message: 'See the fields.',
    fields: [email],
  },
  {
    name: '400 of RFC 7807',
    kind: 'verification',
    behaviour: problem(400, {
      title: 'Not valid',
      'invalid-params': [{ name: 'licenseNumber', reason: number[2] }],
    }),
    message: 'Not valid',
    fields: [number],
  },
  {
    name: '400 of Spring',
    kind: 'invite',
    behaviour: answeringJson(
      {
        status: 400,
        error: 'Bad Request',
        path: '/vendors',
        fieldErrors: [{ field: 'vendor.email', defaultMessage: email[2] }],
      },
      400,
    ),
    message: 'Bad Request',
    fields: [email],
  },
  {
    name: '400 of ASP.NET',
    kind: 'invite',
    behaviour: problem(400, {
      title: 'Not valid',
      status: 400,
      errors: { 'Vendor.Email': [email[2]], '$.companyId': ['Not a number.'] },
    }),
    message: 'Not valid',
    fields: [email, ['companyId', 'Company ID', 'Not a number.']],
  },
  {
    name: '400 of Django REST',
    kind: 'invite',
    behaviour: answeringJson({ vendor: { email: [email[2]] }, non_field_errors: ['Not valid'] }, 400),
    message: 'Not valid',
    fields: [email],
  },
  {
    name: '400 of zod',
    kind: 'invite',
    behaviour: answeringJson(
      { error: { name: 'ZodError', issues: [{ path: ['vendor', 'email'], message: email[2] }] } },
      400,
    ),
    message: null,
    fields: [email],
  },
  {
    name: '400 of joi',
    kind: 'verification',
    behaviour: answeringJson(
      { details: [{ message: number[2], path: ['data', 'licenseNumber'], type: 'any.required' }] },
      400,
    ),
    message: null,
    fields: [number],
  },
  {
    name: '400 of GraphQL',
    kind: 'invite',
    behaviour: answeringJson(
      { errors: [{ message: email[2], path: ['inviteVendor', 'input', 'vendor', 'email'] }] },
      400,
    ),
    message: null,
    fields: [email],
  },
  {
    name: '409 of a field',
    kind: 'invite',
    behaviour: answeringJson({ errors: { company: { name: ['Differs from ours.'] } } }, 409),
    message: null,
    fields: [['company', 'Company details · name', 'Differs from ours.']],
  },
  {
    name: '422 of a field that the request has not',
    kind: 'invite',
    behaviour: answeringJson({ errors: [{ field: 'tenant.region', message: 'Closed.' }] }, 422),
    message: null,
    fields: [[null, null, 'Closed.']],
  },
  {
    name: '400 whose fields stand behind the first 4 KiB',
    kind: 'invite',
    behaviour: answeringJson(
      { trace: 'at line 1 '.repeat(2000), errors: { 'vendor.email': [email[2]] } },
      400,
    ),
    message: null,
    fields: [email],
  },
  {
    name: '200 that says no',
    kind: 'invite',
    behaviour: answeringJson({
      success: false,
      error: { code: 'E7', message: 'Not valid', errors: [{ field: 'vendor.email', message: email[2] }] },
    }),
    message: 'Not valid',
    fields: [email],
  },
  {
    name: '200 of a verification that says no',
    kind: 'verification',
    behaviour: answeringJson({
      success: false,
      message: 'Not valid',
      errors: { license_number: [number[2]] },
    }),
    message: 'Not valid',
    fields: [number],
  },
  {
    name: '400 in plain text',
    kind: 'verification',
    behaviour: answering(400, { 'content-type': 'text/plain' }, 'Unknown type'),
    message: 'Unknown type',
    fields: [],
  },
];

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** What a reason says, without the paths. */
function said(reason: EntryReason | null, kind: EntryKind) {
  const { message, fields } = readRefusal(reason, kind);
  return { message, fields: fields.map(({ field, label, words }) => ({ field, label, words })) };
}

async function enqueue(workspace: TestWorkspace, kind: EntryKind): Promise<string> {
  if (kind === 'invite') {
    const invitation = {
      vendor: { email: 'dale@example.invalid' },
      companyId: 7,
      company: { name: 'Ironwood' },
    };
    const call = inviteHandlers(workspace)['invites.enqueue'];
    return unwrap(await call({ invitation, replaces: null })).entryId;
  }
  const data = { licenseNumber: 'C-39', locationWhereLicenseIsValid: { zipCode: '90210' } };
  const call = verificationHandlers(workspace)['verifications.enqueue'];
  return unwrap(await call({ type: 'license', data, vendorId: null, replaces: null })).entryId;
}

async function getDetail(workspace: TestWorkspace, kind: EntryKind, entryId: string) {
  return kind === 'invite'
    ? unwrap(await inviteHandlers(workspace)['invites.get']({ entryId }))
    : unwrap(await verificationHandlers(workspace)['verifications.get']({ entryId }));
}

const exported = z.array(
  z.object({
    id: z.string(),
    history: z.array(z.object({ event: z.string(), refusal: z.unknown() })),
  }),
);

describe.each(shapes)('$name', ({ kind, behaviour, message, fields }) => {
  it('tells its fields in every call that shows the refusal', async () => {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueue(workspace, kind);
    await untilState(workspace, id, 'rejected');
    const wanted = { message, fields: fields.map(([field, label, words]) => ({ field, label, words })) };

    const detail = await getDetail(workspace, kind, id);
    expect(said(detail.reason, kind)).toEqual(wanted);

    const today = unwrap(await todayHandlers(workspace)['today.summary'](null));
    expect(today.refused.rows.map((row) => said(row.reason, row.kind))).toEqual([wanted]);

    const page = unwrap(
      await outboxHandlers(workspace)['outbox.page']({
        group: 'needs_you',
        only: 'refused',
        ...outboxQuery.parse({}),
        after: null,
        limit: 10,
      }),
    );
    expect(page.rows.map((row) => said(row.reason, row.kind))).toEqual([wanted]);

    const line = detail.history.find(({ event }) => event === 'refused');
    const sentence = line === undefined ? null : historyLine(line, kind).sentence;
    const csv = (await exportOutbox(workspace.entryHistories, 'csv', 0)).text
      .split('\r\n')
      .find((one) => one.includes(',refused,'));
    for (const [, label, words] of fields) {
      expect(sentence).toContain(`${label ?? 'tenant.region'}: ${words}`);
      expect(csv).toContain(`${label ?? 'tenant.region'}: ${words}`);
    }
    if (message !== null) expect(sentence).toContain(message);

    const json = exported.parse(JSON.parse((await exportOutbox(workspace.entryHistories, 'json', 0)).text));
    const events = json.flatMap(({ history }) => history);
    expect(events.find(({ event }) => event === 'refused')?.refusal).toMatchObject(wanted);
    expect(events.find(({ event }) => event === 'enqueued')?.refusal).toBeNull();
  });
});
