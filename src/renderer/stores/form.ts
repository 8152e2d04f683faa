import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';

/** What a field's check says: a sentence that tells what to do, or null where all is well. */
export type Check<Values> = (values: Values) => string | null;

export interface FormHandle<Values> {
  values: Values;
  errors: Partial<Record<keyof Values, string>>;
  set: <K extends keyof Values>(name: K, value: Values[K]) => void;
  leave: (name: keyof Values) => void;
  /** What a field of this name takes. Props after it in the JSX override it. */
  bind: <K extends keyof Values>(
    name: K,
  ) => {
    value: Values[K];
    onChange: (value: Values[K]) => void;
    onLeave: () => void;
    error: string | undefined;
  };
  /** Puts a sentence under a field, as when the service refused it. The field keeps its content. */
  refuse: (name: keyof Values, sentence: string) => void;
  /** Checks every field; true where all are well. Otherwise focus goes to the first that is not. */
  check: () => boolean;
  reset: (values: Values) => void;
  /** The ref of the form element, so that focus can find the first field with an error. */
  attach: (form: HTMLFormElement | null) => void;
  /** Props of the form element; `submit` runs once every field is well. */
  formProps: (submit: () => void) => {
    ref: (form: HTMLFormElement | null) => void;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
}

/**
 * The one pattern for forms: fields are checked on leaving and on submit, not while typing; an error goes away as soon
 * as its field changes; no field is ever cleared because of an error. Where the form starts with something wrong
 * (`startsInvalid`), focus goes to the first such field at once.
 */
export function useForm<Values extends object>(
  initial: Values,
  checks: Partial<Record<keyof Values, Check<Values>>>,
  startsInvalid = false,
): FormHandle<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  const attach = useCallback((form: HTMLFormElement | null) => {
    ref.current = form;
  }, []);

  useEffect(() => {
    if (startsInvalid) focusFirstInvalid(ref);
  }, [startsInvalid]);
  // After the errors are rendered, which may reveal the field.
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(ref);
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
  function check(): boolean {
    const found: Partial<Record<keyof Values, string>> = {};
    let well = true;
    for (const name in checks) {
      const sentence = checks[name]?.(values) ?? null;
      if (sentence === null) continue;
      found[name] = sentence;
      well = false;
    }
    setErrors(found);
    if (!well) setRefusals((before) => before + 1);
    return well;
  }

  return {
    values,
    errors,
    attach,
    set,
    leave,
    bind: (name) => ({
      value: values[name],
      onChange: (value) => set(name, value),
      onLeave: () => leave(name),
      error: errors[name],
    }),
    refuse(name, sentence) {
      put(name, sentence);
      setRefusals((before) => before + 1);
    },
    check,
    formProps: (submit) => ({
      ref: attach,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (check()) submit();
      },
    }),
    reset(next) {
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
