import { X } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { bindClasses } from '../class-names.ts';
import { Button, IconButton, type ButtonProps } from './button.tsx';
import { useWork } from '../stores/action.ts';
import styles from './dialog.module.css';
import { Problem } from './message-block.tsx';
import { useScrollStop } from './scroll-stop.ts';
import type { CallResult } from '#shared/ipc/call.ts';

const cls = bindClasses(styles);

/** A window over the page, for a form or a sheet. Drawn while it is open; Esc and the cross close it. */
export function DialogFrame({
  title,
  subtitle,
  width = 480,
  onClose,
  children,
  foot,
  /** Whether a click beside it closes it; not for forms, whose input would be lost. */
  closesOutside = false,
}: {
  title: string;
  subtitle?: ReactNode;
  width?: number;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  closesOutside?: boolean;
}) {
  const body = useScrollStop<HTMLDivElement>();
  return (
    <Overlay role="dialog" width={width} closesOutside={closesOutside} onClose={onClose}>
      <header className={`${cls('head')} row-top between gap-16 ruled-below`}>
        <div>
          <Heading slot="title" className="heading">
            {title}
          </Heading>
          {subtitle === undefined ? null : <p className="quiet">{subtitle}</p>}
        </div>
        <IconButton icon={X} label="Close" onPress={onClose} />
      </header>
      <div ref={body} className={`${cls('body')} scrolls stack gap-16`}>
        {children}
      </div>
      {foot === undefined ? null : (
        <footer className={`${cls('foot')} ruled-above row to-end gap-8`}>{foot}</footer>
      )}
    </Overlay>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof DialogFrame>, 'foot'> {
  form: ComponentProps<'form'>;
  submit: Pick<ButtonProps, 'children' | 'icon' | 'pending' | 'disabled'>;
  other?: ReactNode;
}

/** A dialog with one form and the button that submits it, beside Cancel or `other`. */
export function FormDialog({ form, submit, other, children, ...frame }: FormDialogProps) {
  const id = useId();
  return (
    <DialogFrame
      {...frame}
      foot={
        <>
          {other ?? <Button onPress={frame.onClose}>Cancel</Button>}
          <Button type="submit" form={id} variant="primary" {...submit} />
        </>
      }
    >
      <form id={id} className="stack gap-16" noValidate {...form}>
        {children}
      </form>
    </DialogFrame>
  );
}

/** Confirms an action that cannot be undone. `onConfirm` returns what a call did, or a problem; null when done. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => Promise<CallResult<unknown> | string | null>;
  onClose: () => void;
}) {
  const { run, pending, problem } = useWork();

  async function confirm(): Promise<string | null> {
    const came = await onConfirm();
    return came === null || typeof came === 'string' ? came : came.ok ? null : came.error.message;
  }
  const press = () => void run(confirm()).then((done) => (done ? onClose() : undefined));

  return (
    <Overlay role="alertdialog" width={400} onClose={onClose}>
      <div className={`${cls('question')} stack gap-8`}>
        <Heading slot="title" className="size-14">
          {title}
        </Heading>
        <div className="quiet">{children}</div>
        <Problem error={problem} />
      </div>
      <footer className={`${cls('foot', 'bare')} ruled-above row to-end gap-8`}>
        <Button onPress={onClose} autoFocus>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} pending={pending} onPress={press}>
          {confirmLabel}
        </Button>
      </footer>
    </Overlay>
  );
}

interface OverlayProps {
  role: 'dialog' | 'alertdialog';
  width: number;
  closesOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Overlay({ role, width, closesOutside = false, onClose, children }: OverlayProps) {
  return (
    <ModalOverlay
      className={`${cls('scrim')} centered row`}
      isOpen
      isDismissable={closesOutside}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      <Modal className={`${cls('modal')} surface within clipped flex boxed floats`} style={{ width }}>
        <AriaDialog role={role} className="stack grows narrows no-outline">
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
