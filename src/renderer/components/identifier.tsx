import { bindClasses } from '../class-names.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './identifier.module.css';
import { Verbatim } from './service-word.tsx';

const cls = bindClasses(styles);

/** A number of the service's on one line, with a button that copies the whole of it. */
export function Identifier({ text, what }: { text: string; what: string }) {
  return (
    <span className={cls('identifier')}>
      <span className="one-line" title={text}>
        <Verbatim>{text}</Verbatim>
      </span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
