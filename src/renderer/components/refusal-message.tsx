import type { ReactNode } from 'react';
import { refusalText, refusedFieldName, type Refusal, type RefusedField } from '#shared/outbox/refusal.ts';
import { MessageBlock } from './message-block.tsx';
import { Verbatim } from './service-word.tsx';

/** The service's refusal verbatim, with each field under its name; null if it gave no reason. */
export function RefusalQuote({ refusal: { message, fields } }: { refusal: Refusal }) {
  if (message === null && fields.length === 0) return null;
  return (
    <div className="preserved breakable above-4">
      {message === null ? null : (
        <p>
          <Verbatim>{message}</Verbatim>
        </p>
      )}
      {fields.length === 0 ? null : (
        <ul className="grid gap-2">
          {fields.map((field, index) => (
            <li key={index}>
              <OfField field={field} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Above a form that corrects a refused entry: the messages that are not shown at a field. */
export function RefusalNote<Values extends object>({
  what,
  refused: { refusal, values },
}: {
  what: string;
  refused: RefusedForm<Values>;
}) {
  const { message, fields } = refusal;
  const apart = { message, fields: fields.filter((field) => !isAtField(field, values)) };
  const said = refusalText(apart) !== null;
  return (
    <MessageBlock tone="neg" title={`The service refused ${what}.`}>
      {fields.length > apart.fields.length
        ? 'Messages about a field are under that field until you change it. '
        : null}
      {fields.length === 0 && !said ? 'It gave no readable reason.' : null}
      {said ? 'It said:' : null}
      <RefusalQuote refusal={apart} />
    </MessageBlock>
  );
}

/** A refusal in one line: its fields, else its message. */
export function RefusalLine({ refusal: { message, fields } }: { refusal: Refusal }) {
  if (fields.length === 0) return message === null ? null : <Verbatim>{message}</Verbatim>;
  return fields.map((field, index) => (
    <span key={index}>
      {index === 0 ? null : '; '}
      <OfField field={field} />
    </span>
  ));
}

function OfField({ field }: { field: RefusedField }) {
  const name = refusedFieldName(field);
  return (
    <>
      {field.label === null ? <Verbatim>{name}</Verbatim> : name}: <Verbatim>{field.words}</Verbatim>
    </>
  );
}

/** The errors under a form's fields: our own checks, else the service's words. */
export function fieldErrors<Name extends string>(
  own: Partial<Record<Name, string>>,
  said: ReadonlyMap<string, string>,
): (name: Name) => ReactNode {
  return (name) => {
    const words = said.get(name);
    if (own[name] !== undefined || words === undefined) return own[name];
    return (
      <>
        The service refused this. It said: <Verbatim>{words}</Verbatim>
      </>
    );
  };
}

/** What a service refused, for the form that corrects it. */
export interface RefusedForm<Values extends object> {
  refusal: Refusal;
  values: Values;
}

/** Whether what is said of a field can stand at a field of the form. */
export const isAtField = ({ field }: RefusedField, values: object): boolean =>
  field !== null && Object.hasOwn(values, field);

/** What the service said of fields, by name. A field changed since then has none. */
export function saidAtFields<Values extends object>(
  refused: RefusedForm<Values> | null,
  values: Values,
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  if (refused === null) return said;
  const before = new Map<string, unknown>(Object.entries(refused.values));
  const now = new Map<string, unknown>(Object.entries(values));
  for (const field of refused.refusal.fields) {
    if (field.field === null || !before.has(field.field)) continue;
    if (now.get(field.field) !== before.get(field.field)) continue;
    const earlier = said.get(field.field);
    said.set(field.field, earlier === undefined ? field.words : `${earlier}; ${field.words}`);
  }
  return said;
}
