import { useId, type FormEvent, type ReactNode } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import styles from './form-dialog.module.css';

const cls = bindClasses(styles);

/** A dialog with a form of a few fields: Cancel, and the verb that keeps what was entered. */
export function FormDialog({
  title,
  subtitle,
  verb,
  form,
  action: { pending, error },
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  subtitle: string;
  verb: string;
  /** Takes the form element, and checks its fields. */
  form: { attach: (form: HTMLFormElement | null) => void; check: () => boolean };
  /** The call that keeps it. */
  action: { pending: boolean; error: CallError | null };
  /** Called once every field is well. */
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const { attach, check } = form;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (check()) onSubmit();
  }

  return (
    <DialogFrame
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={pending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} ref={attach} className={cls('fields')} onSubmit={submit} noValidate>
        {children}
        <Problem error={error} />
      </form>
    </DialogFrame>
  );
}
