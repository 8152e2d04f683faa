import { Trash2 } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import {
  builtInWords,
  matchingForm,
  statusCategory,
  type StatusCategory,
  type StatusWords,
} from '#shared/settings/status.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { Button, LinkButton, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/message-block.tsx';
import { Disclosure } from '../../components/raw-record.tsx';
import { Select } from '../../components/select.tsx';
import { categoryLabels, CategoryMark } from '../../components/service-word.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Checkbox } from '../../components/toggles.tsx';
import { bindClasses } from '../../class-names.ts';
import { useAction } from '../../stores/action.ts';
import { useForm } from '../../stores/form.ts';
import { useRoute } from '../../stores/navigation.ts';
import { adoptWorkspace, useWorkspace } from '../../stores/session.ts';
import { ObservedNote, unsortedWords, useSeenAnswers } from './observed.tsx';
import { NotSaved } from './settings-section.tsx';
import styles from './settings-parts.module.css';

const cls = bindClasses(styles);

const categoryChoices = statusCategory.options.map((category) => ({
  value: category,
  label: categoryLabels[category],
  drawn: (
    <span className="inline-row gap-7">
      <CategoryMark category={category} />
      {categoryLabels[category]}
    </span>
  ),
}));

/** What the service's status words mean: the person's own sorting, and the list from the start. */
export function StatusWordList({ held }: { held: boolean }) {
  const { settings } = useWorkspace();
  const { run, pending, error } = useAction('workspaces.updateSettings', adoptWorkspace);
  const own = settings.statusWords;
  const asked = useRoute().query['word'] ?? '';
  const unsorted = unsortedWords(useSeenAnswers(), own);
  const words = Object.entries(own).toSorted(([one], [other]) => one.localeCompare(other));

  function without(word: string): StatusWords {
    const { [word]: _gone, ...rest } = own;
    return rest;
  }

  return (
    <>
      {held ? (
        <p className="quiet">Set by your administrator. They cannot be changed here.</p>
      ) : (
        <AddWord
          key={asked}
          asked={asked}
          own={own}
          pending={pending}
          onAdd={(form, meaning) => run({ statusWords: { ...own, [form]: meaning } })}
        />
      )}
      <NotSaved error={error} />
      {unsorted.length === 0 ? null : (
        <ObservedNote>
          Seen and not sorted yet:{' '}
          {unsorted.map((word, index) => (
            <Fragment key={word}>
              {index === 0 ? '' : ', '}
              <LinkButton label={`Sort ${word}`} disabled={held} to={{ screen: 'settings', query: { word } }}>
                {word}
              </LinkButton>
            </Fragment>
          ))}
        </ObservedNote>
      )}
      {words.length === 0 ? (
        <EmptyState title="You have not sorted any words yet.">
          Only the built-in words are recognized.
        </EmptyState>
      ) : (
        <ul className="ruled-above" aria-label="Words that you sorted">
          {words.map(([word, meaning]) => (
            <li key={word} className={`${cls('item')} row gap-12 ruled-below pad-3-0`}>
              <span className="grow small breakable mono">{word}</span>
              <Checkbox
                checked={meaning.final}
                disabled={held}
                onChange={(final) => void run({ statusWords: { ...own, [word]: { ...meaning, final } } })}
              >
                final
              </Checkbox>
              <div className={cls('pick')}>
                <Select
                  label={`Meaning of ${word}`}
                  labelHidden
                  disabled={held}
                  value={meaning.category}
                  choices={categoryChoices}
                  onChange={(category) =>
                    void run({ statusWords: { ...own, [word]: { ...meaning, category } } })
                  }
                />
              </div>
              <IconButton
                icon={Trash2}
                label={`Remove ${word}`}
                disabled={held}
                onPress={() => void run({ statusWords: without(word) })}
              />
            </li>
          ))}
        </ul>
      )}
      <Disclosure title="Built-in words" aside={builtInWords.size}>
        <ul className={cls('columns')}>
          {[...builtInWords].map(([word, meaning]) => (
            <li key={word} className={`${cls('builtIn')} mono row gap-8 small least-24`}>
              <CategoryMark category={meaning.category} />
              {word}
              <span className="visually-hidden">, {categoryLabels[meaning.category]}</span>
              {meaning.final ? <span className={`${cls('final')} faint`}>final</span> : null}
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

interface AddWordProps {
  /** The word that is to be sorted; empty where any is. */
  asked: string;
  own: StatusWords;
  pending: boolean;
  onAdd: (form: string, meaning: { category: StatusCategory; final: boolean }) => Promise<{ ok: boolean }>;
}

function AddWord({ asked, own, pending, onAdd }: AddWordProps) {
  const empty: { word: string; category: StatusCategory; final: boolean } = {
    word: asked,
    category: 'under_way',
    final: false,
  };
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked === '') return;
    input.current?.focus();
    input.current?.scrollIntoView({ block: 'center' });
  }, [asked]);
  const { formProps, ...form } = useForm(empty, {
    word: ({ word }) => {
      const matched = matchingForm(word);
      if (matched === '') return 'Type the word as the service writes it.';
      return ownMember(own, matched) === undefined ? null : 'You already sorted this word. Change it below.';
    },
  });
  const builtIn = builtInWords.get(matchingForm(form.values.word));

  async function submit(): Promise<void> {
    const { word, category, final } = form.values;
    if ((await onAdd(matchingForm(word), { category, final })).ok) form.reset({ ...empty, word: '' });
  }

  return (
    <form {...formProps(() => void submit())} className="stack gap-10">
      <div className={`${cls('line', 'end')} row gap-8`}>
        <div className={`${cls('grow')} grow`}>
          <TextField
            label="The service’s word"
            mono
            {...form.bindOnSubmit('word')}
            inputRef={input}
            maxLength={200}
            {...(builtIn === undefined ? {} : { hint: `Built in: ${categoryLabels[builtIn.category]}` })}
          />
        </div>
        <div className={cls('pick')}>
          <Select
            label="Means"
            value={form.values.category}
            choices={categoryChoices}
            onChange={(category) => form.set('category', category)}
          />
        </div>
        <Button type="submit" pending={pending}>
          Add
        </Button>
      </div>
      <Checkbox
        checked={form.values.final}
        onChange={(final) => form.set('final', final)}
        hint="Gangway stops checking for the result once it gets this word."
      >
        It is final
      </Checkbox>
    </form>
  );
}
