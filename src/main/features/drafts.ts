import { draftId, maxDrafts } from '#shared/ipc/drafts.ts';
import { templateLimits } from '#shared/ipc/invites.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';

const tooManyDrafts = refuse(
  'bad_input',
  `You have ${maxDrafts} drafts, the maximum. Queue or discard one first.`,
);

export const draftHandlers = ({ drafts, clock, emit }: Workspace): Handlers<CallsOf<'drafts'>> => ({
  'drafts.list': ({ kind }) => done(drafts.list(kind)),
  'drafts.get': (name) => done(drafts.get(name)),
  'drafts.save': (typed) => {
    if (drafts.count(typed.kind) >= maxDrafts && drafts.get(typed) === null) return tooManyDrafts;
    const { fields, ...row } = { ...typed, savedAt: clock.wall() };
    drafts.put({ ...row, fields });
    emit('drafts.changed', { ids: [draftId(typed)] });
    return done(row);
  },
  'drafts.discard': (name) => {
    const kept = drafts.get(name);
    if (kept === null || !drafts.remove(name)) return done(null);
    emit('drafts.changed', { ids: [draftId(name)] });
    return done(kept);
  },
});

const tooManyTemplates = refuse(
  'bad_input',
  `You have ${templateLimits.number} templates, the maximum. Delete one first.`,
);

export const templateHandlers = ({
  templates,
  sharedRules: rules,
  clock,
  emit,
}: Workspace): Handlers<CallsOf<'templates'>> => ({
  'templates.list': () => done(templates.list()),
  'templates.overridden': () => done(rules.overriddenTemplates(clock.wall())),
  'templates.save': ({ id, name, text }) => {
    const namesake = templates.named(name);
    if (namesake !== null && namesake.id !== id) {
      return refuse('bad_input', `A template named “${namesake.name}” already exists. Choose another name.`);
    }
    if (templates.get(id) === null && templates.list().length >= templateLimits.number)
      return tooManyTemplates;
    const template = { id, name, text, changedAt: clock.wall() };
    rules.saveMessage(template);
    emit('templates.changed', { ids: [id] });
    return done(template);
  },
  'templates.delete': ({ id }) => {
    if (templates.get(id) === null) return done(null);
    rules.removeMessage(id);
    emit('templates.changed', { ids: [id] });
    return done(null);
  },
});
