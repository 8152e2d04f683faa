import { bindClasses } from '../../class-names.ts';
import { useWindowFocused } from '../../stores/window-state.ts';
import styles from './snippet.module.css';

const cls = bindClasses(styles);

/** The piece of a page that a field was read from. It blurs while the window is not in use. */
export function Snippet({ source, label }: { source: string; label: string }) {
  const focused = useWindowFocused();
  return (
    <img
      className={`${cls('snippet', !focused && 'blurred')} block`}
      src={source}
      alt={`${label} on the page`}
    />
  );
}
