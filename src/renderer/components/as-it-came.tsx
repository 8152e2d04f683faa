import { createContext, use, type ReactNode } from 'react';
import { strayText, type ValidationIssue } from '#shared/service/reading.ts';
import { Verbatim } from './service-word.tsx';

export type Path = readonly (string | number)[];

const ValidationIssues = createContext<readonly ValidationIssue[]>([]);

interface WithValidationIssuesProps {
  validationIssues: readonly ValidationIssue[];
  children: ReactNode;
}

/** Tells the fields inside which values of an answer came in an unexpected format. */
export function WithValidationIssues({ validationIssues, children }: WithValidationIssuesProps) {
  return <ValidationIssues value={validationIssues}>{children}</ValidationIssues>;
}

/** The value at a path that came in an unexpected format, as text; null if none did. */
export const useStray = (path: Path): string | null => strayText(use(ValidationIssues), ...path);

/** A field's value, or the raw value, marked, if its format was unexpected. */
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

export function UnexpectedForm() {
  return (
    <span
      className="flag unbroken printed-ground"
      title="This value isn’t in the format the service describes. Shown as received."
    >
      Unexpected format
    </span>
  );
}
