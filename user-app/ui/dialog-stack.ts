import { createStore } from '../lib/create-store';

/** Dialogs that are open, the newest last. What is said while one is open must be said inside it. */
export const openDialogs = createStore<{ stack: readonly HTMLDialogElement[] }>({ stack: [] });

/** The page behind stays where it is, and as wide as it is, until the last dialog has gone. */
function lockPage(isLocked: boolean): void {
  const { documentElement: root } = document;
  const bar = window.innerWidth - root.clientWidth;
  root.style.overflow = isLocked ? 'hidden' : '';
  root.style.paddingRight = isLocked && bar > 0 ? `${bar}px` : '';
}

/** Counts a dialog as open; the answer takes it off again. */
export function enterStack(dialog: HTMLDialogElement): () => void {
  const { stack } = openDialogs.get();
  if (stack.length === 0) lockPage(true);
  openDialogs.set({ stack: [...stack, dialog] });
  return () => {
    const rest = openDialogs.get().stack.filter((one) => one !== dialog);
    openDialogs.set({ stack: rest });
    if (rest.length === 0) lockPage(false);
  };
}
