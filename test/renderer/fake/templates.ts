import type { MessageTemplate } from '#shared/ipc/templates.ts';
import { at, fail, toId, ok, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

const kept: readonly MessageTemplate[] = [
  {
    id: toId(9, 1),
    name: 'Standard invite',
    text: 'Hello {first name},\n\nwe would like to work with {company} and invite you to sign up as one of our vendors.\n\nThank you.',
    changedAt: at('09:00', 3),
  },
  {
    id: toId(9, 2),
    name: 'Renewal of insurance',
    text: 'Dear {contact},\n\nplease upload the new insurance certificate of {company}. Your vendor ID with us is {vendor ID}.',
    changedAt: at('08:12'),
  },
  { id: toId(9, 3), name: 'Short', text: 'Please sign up as a vendor.', changedAt: at('08:10') },
];

/** Message templates that can be saved and deleted. */
export function fakeTemplates(situation: Situation, emit: Emit): Handlers {
  let saves = 0;
  let templates = situation === 'empty' ? kept.slice(0, 1) : [...kept];
  return {
    'templates.list': () =>
      situation === 'failing'
        ? fail('storage', 'The stored data could not be read.')
        : ok(templates.toSorted((one, other) => one.name.localeCompare(other.name))),
    'templates.save': ({ id, name, text }) => {
      if (templates.some((one) => one.id !== id && one.name.toLowerCase() === name.trim().toLowerCase())) {
        return fail('bad_input', `There is a template “${name.trim()}” already. Choose another name.`);
      }
      saves += 1;
      const changedAt = at(`14:${String(saves).padStart(2, '0')}`);
      const template = { id, name: name.trim(), text: text.trim(), changedAt };
      templates = [...templates.filter((one) => one.id !== id), template];
      emit('templates.changed', { ids: [id] });
      return ok(template);
    },
    'templates.delete': ({ id }) => {
      templates = templates.filter((one) => one.id !== id);
      emit('templates.changed', { ids: [id] });
      return ok(null);
    },
  };
}
