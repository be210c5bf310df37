import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '../lib/create-store';
import { history } from '../lib/router';
import { type Toast, toastLimit, toastStore } from '../lib/toast';
import { openDialogs } from './dialog-stack';
import { CheckIcon, CloseIcon, HelpIcon } from './icons';
import styles from './toasts.css';

const icons = {
  success: <CheckIcon size={16} />,
  error: <CloseIcon size={16} />,
  warning: <HelpIcon size={16} />,
  info: undefined,
};

/** Shows what `lib/toast` was asked to show: 200 px from the top, the newest two, over dialogs (docs/RULES.md R22). */
export default function Toasts() {
  const waiting = useStore(toastStore, (state) => state.waiting);
  const dialog = useStore(openDialogs, (state) => state.stack.at(-1));
  const [ended, setEnded] = useState<ReadonlySet<number>>(new Set());
  const end = useCallback((id: number) => setEnded((known) => new Set(known).add(id)), []);
  const shown = waiting.slice(-toastLimit).filter(({ id }) => !ended.has(id));
  return createPortal(
    <div className={`grid fixed left-0 justify-items-center gap-8 pointer-events-none ${styles.toasts}`} data-toasts>
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} onEnd={end} />
      ))}
    </div>,
    dialog ?? document.body,
  );
}

function ToastLine({ toast, onEnd }: { toast: Toast; onEnd: (id: number) => void }) {
  const { id, kind, text, seconds, link } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(onEnd, seconds * 1000, id);
    return () => window.clearTimeout(timer);
  }, [id, seconds, isHeld, onEnd]);
  return (
    <div
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      className={`row gap-8 border rounded-card bg-surface shadow-float text-ink ${styles.toast}`}
      data-toast={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {icons[kind]}
      <span>{text}</span>
      {link && (
        // Toasts stand outside the router, so their link asks the history itself.
        <a
          href={link.to}
          onClick={(event) => {
            event.preventDefault();
            onEnd(id);
            history.push(link.to);
          }}
        >
          {link.label}
        </a>
      )}
    </div>
  );
}
