import { describe, expect, it } from 'vitest';
import { readJsonList, readJsonObject } from '#renderer/features/invites/invitation-values.ts';

describe('JSON as a person types it', () => {
  it('keeps all digits of a number that is too long for one, as a text', () => {
    expect(readJsonObject('{"id": 12345678901234567890, "size": 12}')).toEqual({
      kind: 'read',
      value: { id: '12345678901234567890', size: 12 },
    });
    expect(readJsonList('[{"taskId": 9007199254740993}]')).toEqual({
      kind: 'read',
      value: [{ taskId: '9007199254740993' }],
    });
  });

  it('says from which line on it cannot be read', () => {
    expect(readJsonObject('{\n"id": 12345678901234567890x\n}')).toMatchObject({ kind: 'unreadable' });
    expect(readJsonObject(' ')).toEqual({ kind: 'empty' });
    expect(readJsonObject('{}')).toEqual({ kind: 'empty' });
    expect(readJsonObject('[1]')).toMatchObject({ kind: 'unreadable' });
  });
});
