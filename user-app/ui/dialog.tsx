import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../lib/class-names';
import styles from './dialog.css';
import { enterStack } from './dialog-stack';
import { IconButton } from './icon-button';
import { CloseIcon } from './icons';

interface DialogProps {
  title: ReactNode;
  /** The dialog's name where it is not its title. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
  /** 420, 480, 760 or 1080 px wide; below 640 px all of them are sheets from the lower edge. */
  size?: 'small' | 'normal' | 'wide' | 'large';
  /** `start` is a drawer at the left edge, in every width. */
  place?: 'middle' | 'start';
  /** A press beside it does not close it. */
  staysOnPress?: boolean;
  /** Without a cross: one of the answers has to be given. */
  needsAnswer?: boolean;
  /** Name of the closing button. */
  closeLabel?: string;
}

/** Fields first, and of them the first that is empty: whoever opens a form wants to write. */
const fieldSelector = 'input:not([type=hidden], [type=radio], [type=checkbox]), textarea';

/**
 * A dialog over everything, open as long as it is mounted: the page behind is inert and stays where it is. Escape, the
 * cross and a press beside it ask to close; focus goes back to where it was.
 */
export function Dialog(props: DialogProps) {
  const { title, label, onClose, children, actions, size = 'normal', place = 'middle', closeLabel = '关闭' } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressBeside = useRef(false);
  const titleId = useId();

  // Before the next key: there is no moment in which the focus is nowhere.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    element.showModal();
    const fields = [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fieldSelector)];
    // Dialogs at the side get no focus in a field, so that no keyboard covers them.
    if (place === 'middle') (fields.find((field) => field.value === '') ?? fields[0])?.focus();
    const leave = enterStack(element);
    return () => {
      leave();
      element.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [place]);

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is a dialog's own key; the click is on what lies beside it
    <dialog
      ref={dialog}
      className={classNames(
        'overflow-hidden p-0 border rounded-card bg-surface shadow-float text-ink',
        styles.dialog,
        styles[size],
        styles[place],
      )}
      {...(label ? { 'aria-label': label } : { 'aria-labelledby': titleId })}
      onCancel={(event) => {
        // A file chooser's cancel comes up from its input.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onPointerDown={(event) => {
        isPressBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressBeside.current && !props.staysOnPress) onClose();
      }}
    >
      <div className={`stack relative flex-1 min-w-0 ${styles.sheet}`}>
        <header className={`flex-none ${styles.head}`}>
          <h2 id={titleId}>{title}</h2>
        </header>
        <div className={`flex-1 min-h-0 ${styles.body}`}>{children}</div>
        {actions && <DialogActions>{actions}</DialogActions>}
        {/* Last, so that the first key goes to the content. */}
        {!props.needsAnswer && (
          <IconButton label={closeLabel} className={`absolute ${styles.close}`} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
    </dialog>,
    document.body,
  );
}

/** The row of answers at the end of a dialog; for forms, which hold their own. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`flex flex-none flex-wrap gap-8 ${styles.actions}`}>{children}</div>;
}
