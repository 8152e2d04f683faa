import { describe, expect, it } from 'vitest';
import { emailProblem } from '#shared/base/email-address.ts';

describe('a typed email address', () => {
  it.each([
    '',
    'tom@kestrel.example.com',
    ' tom@kestrel.example.com ',
    't.o+roof@k-9.example',
    'żółć@bücher.example',
  ])('takes %j', (text) => {
    expect(emailProblem(text)).toBeNull();
  });

  it.each([
    ['dale@ironwood..example.com', 'Two dots in a row. Check the part after @.'],
    ['dale..h@ironwood.example.com', 'Two dots in a row. Check the part before @.'],
    ['dale', 'An email address needs an @, as in name@company.com.'],
    ['not an address', 'An email address needs an @, as in name@company.com.'],
    ['dale@', 'The part after @ is missing.'],
    ['@ironwood.example.com', 'The part before @ is missing.'],
    ['dale@iron@wood.example', 'There is more than one @. Keep one.'],
    ['dale @ironwood.example', 'Remove the space inside the address.'],
    ['a@b.example,c@d.example', 'Enter one address. Invite each vendor separately.'],
    ['Dale<dale@ironwood.example>', 'Enter only the address, without the name and the angle brackets.'],
    ['Tom <t@x.example>', 'Enter only the address, without the name and the angle brackets.'],
    ['"Okafor, Tom" <t@x.example>', 'Enter only the address, without the name and the angle brackets.'],
    ['a@b.example, c@d.example', 'Enter one address. Invite each vendor separately.'],
    ['mailto:c@x.example', 'Enter only the address, without mailto:.'],
    ['MAILTO:c@x.example', 'Enter only the address, without mailto:.'],
    ['tel:c@x.example', 'An email address has no colon. Remove it.'],
    ['dale@ironwood', 'The part after @ needs a dot, as in company.com.'],
    ['dale@ironwood.', 'The part after @ begins or ends with a dot or a hyphen. Remove it.'],
    ['.dale@ironwood.example', 'The part before @ begins or ends with a dot. Remove it.'],
  ])('says what is wrong with %j', (text, sentence) => {
    expect(emailProblem(text)).toBe(sentence);
  });
});
