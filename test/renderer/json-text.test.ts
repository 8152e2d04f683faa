import { describe, expect, it } from 'vitest';
import { readField } from '#renderer/features/invites/invitation-values.ts';

describe('JSON as a person types it', () => {
  it('keeps all digits of a number that is too long for one, as a text', () => {
    expect(readField('company', '{"id": 12345678901234567890, "size": 12}')).toEqual({
      value: { id: '12345678901234567890', size: 12 },
    });
    expect(readField('checklistTasks', '[{"taskId": 9007199254740993}]')).toEqual({
      value: [{ taskId: '9007199254740993' }],
    });
  });

  it('says from which line on it cannot be read', () => {
    expect(readField('company', '{\n"id": 12345678901234567890x\n}').problem).toContain('from line 2 on');
    expect(readField('company', '[1]').problem).toContain('Write an object in braces');
  });

  it('counts nothing, and an empty object or list, as nothing', () => {
    for (const typed of [' ', '{}']) expect(readField('company', typed)).toEqual({});
    expect(readField('checklistTasks', '[]')).toEqual({});
  });
});
