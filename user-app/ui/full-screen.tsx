import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { enterStack } from './dialog-stack';

interface FullScreenProps {
  /** Accessible name; it has no heading. */
  label: string;
  className?: string | undefined;
  /** Escape asks to close. */
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A dark dialog over the whole window, for looking at pictures; the page behind is inert and stays where it is. */
export function FullScreen({ label, className, onClose, onKeyDown, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    return enterStack(element);
  }, []);

  return (
    <dialog
      ref={dialog}
      className={className}
      data-theme="dark"
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </dialog>
  );
}
