import { shortcutName } from '#shared/shortcut-keys.ts';
import { keyLabels } from '../../key-labels.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { useShortcutLabel } from '../../stores/shown-keys.ts';

/** A text of the help with the keys of the shortcuts that it names, as they are now. */
export function HelpText({ children }: { children: string }) {
  const getKeys = useShortcutLabel();
  return children.split(/(\{\w+\})/).map((part, index) => {
    const name = shortcutName.safeParse(/^\{(\w+)\}$/.exec(part)?.[1]);
    if (!name.success) return part;
    return (
      <span key={index}>
        <KeyCap keys={name.data} />
        <span className="visually-hidden">{keyLabels(getKeys(name.data)).join(' ')}</span>
      </span>
    );
  });
}
