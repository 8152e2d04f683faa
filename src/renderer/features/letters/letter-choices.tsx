import {
  language,
  languageLabels,
  letterKindLabels,
  letterKinds,
  type Language,
  type LetterKind,
} from '#shared/letters/letter-templates.ts';
import { Select } from '../../components/select.tsx';

interface ChoiceProps<V> {
  value: V;
  onChange: (value: V) => void;
  labelHidden?: boolean;
}

export function KindSelect(props: ChoiceProps<LetterKind>) {
  const choices = letterKinds.map((kind) => ({ value: kind, label: letterKindLabels[kind] }));
  return <Select label="Letter" {...props} choices={choices} />;
}

export function LanguageSelect(props: ChoiceProps<Language>) {
  const choices = language.options.map((one) => ({ value: one, label: languageLabels[one] }));
  return <Select label="Language of letters" {...props} choices={choices} />;
}

/** Names things in a row, as "a, b, and c". */
export const listed = new Intl.ListFormat('en-US');

/** Why a letter can't go out with these words in braces; null without any. */
export function explainUnknown(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const named = listed.format(words.map((word) => `{${word}}`));
  const [are, them] = words.length === 1 ? ['is not a placeholder', 'it'] : ['are not placeholders', 'them'];
  return `${named} ${are}. Replace ${them} before the letter goes out.`;
}
