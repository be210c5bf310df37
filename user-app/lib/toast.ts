import { failureWords } from '#shared/domain/failure-words';
import { createStore } from './create-store';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  seconds: number;
  link: ToastLink | undefined;
}

/** Link of a toast, e.g. to its subject. */
interface ToastLink {
  to: string;
  label: string;
}

/** At most so many are seen at once (docs/RULES.md R22). */
export const toastLimit = 2;
const defaultSeconds = 3;

/** Toasts waiting for the holder, which loads with the first of them. */
export const toastStore = createStore<{ waiting: readonly Toast[] }>({ waiting: [] });

let lastId = 0;

function show(kind: ToastKind, text: string, seconds = defaultSeconds, link?: ToastLink): void {
  lastId += 1;
  toastStore.set({ waiting: [...toastStore.get().waiting, { id: lastId, kind, text, seconds, link }] });
}

export const toast = {
  success: (text: string, seconds?: number, link?: ToastLink) => show('success', text, seconds, link),
  error: (text: string, seconds?: number) => show('error', text, seconds),
  info: (text: string, seconds?: number) => show('info', text, seconds),
  warning: (text: string, seconds?: number) => show('warning', text, seconds),
};

/** Shows a failure's own sentence, which names the cause and the way out. */
export function toastFailure(error: unknown): void {
  const text = failureWords(error);
  toast.error(text);
}
