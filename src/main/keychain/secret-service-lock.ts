import { askSessionBus } from './session-bus.ts';

const answerWithinMs = 1000;

/** Whether the default collection is locked (Secret Service API, `Collection.Locked`), without prompting; null if unknown. */
export async function isDefaultCollectionLocked(): Promise<boolean | null> {
  const body = await askSessionBus(
    {
      destination: 'org.freedesktop.secrets',
      path: '/org/freedesktop/secrets/aliases/default',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      arguments: ['org.freedesktop.Secret.Collection', 'Locked'],
    },
    answerWithinMs,
  );
  // A variant that holds a boolean: its signature in three bytes, one byte of padding, then 0 or 1.
  if (body === null || body.length < 8 || body.subarray(0, 3).toString() !== '\x01b\0') return null;
  return body.readUInt32LE(4) === 1;
}
