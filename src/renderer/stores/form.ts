import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';

/** Does this on submit, in place of leaving the page. */
export const handleSubmit = (work: () => unknown) => (event: FormEvent) => {
  event.preventDefault();
  void work();
};

/** What a field's check says: a sentence that tells what to do, or null where all is well. */
export type Check<Values> = (values: Values) => string | null;

export type FormHandle<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * The one pattern for forms: fields are checked on leaving and on submit, not while typing; an error goes away as soon
 * as its field changes; no field is ever cleared because of an error. Where the form starts with something wrong
 * (`startsInvalid`), focus goes to the first such field at once.
 */
export function useForm<Values extends object>(
  initial: Values,
  checks: Partial<Record<keyof Values, Check<Values>>>,
  startsInvalid = false,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [refusals, setRefusals] = useState(0);
  /** The ref of the form element, so that focus can find the first field with an error. */
  const attach = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (startsInvalid) focusFirstInvalid(attach);
  }, [startsInvalid]);
  // After the errors are rendered, which may reveal the field.
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(attach);
  }, [refusals]);

  function put(name: keyof Values, sentence: string | null): void {
    setErrors((before) => {
      const after = { ...before };
      if (sentence === null) delete after[name];
      else after[name] = sentence;
      return after;
    });
  }

  function set<K extends keyof Values>(name: K, value: Values[K]): void {
    setValues((before) => ({ ...before, [name]: value }));
    put(name, null);
  }
  function leave(name: keyof Values): void {
    put(name, checks[name]?.(values) ?? null);
  }
  const bindOnSubmit = <K extends keyof Values>(name: K) => ({
    value: values[name],
    onChange: (value: Values[K]) => set(name, value),
    error: errors[name],
  });
  const bind = <K extends keyof Values>(name: K) => ({
    ...bindOnSubmit(name),
    onLeave: () => leave(name),
  });
  /** Checks every field; true where all are well. Otherwise focus goes to the first that is not. */
  function check(): boolean {
    const found: Partial<Record<keyof Values, string>> = {};
    for (const name in checks) {
      const sentence = checks[name]?.(values) ?? null;
      if (sentence !== null) found[name] = sentence;
    }
    setErrors(found);
    const well = Object.keys(found).length === 0;
    if (!well) setRefusals((before) => before + 1);
    return well;
  }

  return {
    values,
    errors,
    attach,
    set,
    leave,
    /** What a field of this name takes. Props after it in the JSX override it. */
    bind,
    /** The same for one that is checked on submit alone. */
    bindOnSubmit,
    /** The same for a text that is not checked on leaving while it is blank. */
    bindTyped: <K extends keyof Values>(name: K) => ({
      ...bind(name),
      onLeave: () => (String(values[name]).trim() === '' ? undefined : leave(name)),
    }),
    /** Puts a sentence under a field, as when the service refused it. The field keeps its content. */
    refuse: (name: keyof Values, sentence: string) => {
      put(name, sentence);
      setRefusals((before) => before + 1);
    },
    check,
    /** Props of the form element; `submit` runs once every field is well. */
    formProps: (submit: () => void) => ({
      ref: attach,
      noValidate: true,
      onSubmit: handleSubmit(() => (check() ? submit() : undefined)),
    }),
    reset: (next: Values) => {
      setValues(next);
      setErrors({});
    },
  };
}

function focusFirstInvalid(ref: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const field = ref.current?.querySelector('[aria-invalid="true"]');
    // A group of radio buttons takes no focus itself.
    const target = field?.matches('[role="radiogroup"]') ? field.querySelector('input') : field;
    if (target instanceof HTMLElement) target.focus();
  });
}
