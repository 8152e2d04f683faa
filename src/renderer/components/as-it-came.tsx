import { createContext, use, type ReactNode } from 'react';
import { strayText, type ValidationIssue } from '#shared/service/reading.ts';
import { bindClasses } from '../class-names.ts';
import styles from './as-it-came.module.css';
import { Verbatim } from './service-word.tsx';

const cls = bindClasses(styles);

export type Path = readonly (string | number)[];

const ValidationIssues = createContext<readonly ValidationIssue[]>([]);

/** Makes known to the fields inside what of an answer came in another form than described. */
export function WithValidationIssues({
  validationIssues,
  children,
}: {
  validationIssues: readonly ValidationIssue[];
  children: ReactNode;
}) {
  return <ValidationIssues value={validationIssues}>{children}</ValidationIssues>;
}

/** What came at a path in another form than described, as text; null where nothing did. */
export function useStray(path: Path): string | null {
  return strayText(use(ValidationIssues), ...path);
}

/** A field's value; where it came in another form than described, that as it came, marked. */
export function AsItCame({ path, children }: { path: Path; children?: ReactNode }) {
  const stray = useStray(path);
  if (stray === null) return children;
  return (
    <span>
      <Verbatim>{stray}</Verbatim>
      <UnexpectedForm />
    </span>
  );
}

/** Marks what came in another form than described. */
export function UnexpectedForm() {
  return (
    <span
      className={`${cls('mark')} caution note unbroken pad-0-6 round-chip caution-soft`}
      title="This value isn’t in the format the service describes. Shown as received."
    >
      Unexpected format
    </span>
  );
}
