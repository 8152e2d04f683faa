import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { ownMember } from '#shared/base/own-member.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { letterLimits, letterPlaceholders } from '#shared/letters/letter-templates.ts';
import { fillMessage } from '#shared/outbox/message-template.ts';
import { Button } from '../../components/button.tsx';
import { NotLoaded, Problem } from '../../components/message-block.tsx';
import { Page, PageBody, PageHeader } from '../../components/page.tsx';
import { TextField } from '../../components/text-field.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, vendorsParent } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { MessageArea } from '../templates/message-field.tsx';
import { editKey, useTemplateEdits } from '../templates/templates.ts';
import { explainUnknown, KindSelect, LanguageSelect } from './letter-choices.tsx';
import { letterTemplatesPlace } from './letter-places.ts';

type Template = CallOutput<'letters.list'>[number];

/** The text of the letters of one kind in one language, as a person can change it. */
export function LetterTemplatesScreen({ kind, language }: { kind: string; language: string }) {
  const live = useLive('letters.list', null, ['templates.changed']);
  const list = live.value;
  const shown = list?.find((one) => one.kind === kind && one.language === language) ?? list?.[0];
  return (
    <Page>
      <PageHeader title="Letter templates" parent={vendorsParent} ruled />
      {shown !== undefined ? (
        <LetterEditor key={`${shown.kind} ${shown.language} ${shown.subject} ${shown.body}`} saved={shown} />
      ) : (
        <PageBody>
          <NotLoaded title="The templates couldn’t be loaded." of={live} />
        </PageBody>
      )}
    </Page>
  );
}

/** One template’s fields. Edits stay in this window until they are saved or discarded. */
function LetterEditor({ saved }: { saved: Template }) {
  const { kind, language, isDefault } = saved;
  const place = [`letters ${useWorkspace().id}`, `${kind} ${language}`] as const;
  const { byTemplate, keep, drop } = useTemplateEdits();
  const save = useAction('letters.save');
  const kept = { name: saved.subject, text: saved.body };
  const [start] = useState(ownMember(byTemplate, editKey(...place)) ?? kept);
  const form = useForm(start, {
    name: ({ name }) => (name.trim() === '' ? 'Enter a subject.' : null),
    text: ({ text }) =>
      kind === 'invite' ? (text.trim() === '' ? 'Write the message.' : null) : checkMissing(text),
  });
  const { values } = form;
  const isChanged = values.name !== kept.name || values.text !== kept.text;
  const { unknown } = fillMessage(`${values.name}\n${values.text}`, letterPlaceholders);

  function set(name: keyof typeof values, value: string): void {
    form.set(name, value);
    keep(...place, { ...values, [name]: value });
  }
  async function put(template: { subject: string; body: string } | null): Promise<void> {
    if (!save.pending && (await save.run({ kind, language, template })).ok) drop(...place);
  }
  function discard(): void {
    drop(...place);
    form.reset(kept);
  }
  const submit = () => void put({ subject: values.name, body: values.text });
  useShortcut(shortcutKeys.save, () => (form.check() ? submit() : undefined), { enabled: isChanged });

  return (
    <form {...form.formProps(submit)} className="stack fills-column" aria-label="Letter template">
      <Problem
        title="The template was not saved."
        error={save.error && `${save.error.message} What you typed stays here.`}
        within="pad-gutter-top"
      />
      <div className="scroller">
        <div className="stack gap-16 wide-720 pad-16-gutter-32">
          <div className="grid three-columns gap-16">
            <KindSelect value={kind} onChange={(to) => navigate(letterTemplatesPlace(to, language), true)} />
            <LanguageSelect
              value={language}
              onChange={(to) => navigate(letterTemplatesPlace(kind, to), true)}
            />
          </div>
          <TextField
            label="Subject"
            {...form.bind('name')}
            onChange={(name) => set('name', name)}
            maxLength={letterLimits.subject}
          />
          <MessageArea
            from={null}
            meanings={letterPlaceholders}
            label="Message"
            {...form.bind('text')}
            onChange={(text) => set('text', text)}
            error={form.errors.text ?? explainUnknown(unknown)}
            hint="Words in braces are filled in for each vendor."
            rows={14}
            maxLength={letterLimits.body}
          />
        </div>
      </div>
      <footer className="foot-720 subtle row wrap gap-8 fixed least-decision edge-above">
        {isDefault ? null : (
          <Button variant="quiet" icon={RotateCcw} pending={save.pending} onPress={() => void put(null)}>
            Reset to default
          </Button>
        )}
        <span className="at-end" />
        {isChanged ? <Button onPress={discard}>Discard changes</Button> : null}
        <Button
          variant="primary"
          type="submit"
          keys={shortcutKeys.save}
          pending={save.pending}
          disabled={!isChanged}
        >
          Save template
        </Button>
      </footer>
    </form>
  );
}

/** Without the placeholder a letter would ask for nothing. */
const checkMissing = (text: string): string | null =>
  /\{\s*missing\s*\}/i.test(text) ? null : 'Insert {missing} where the letter says what to send.';
