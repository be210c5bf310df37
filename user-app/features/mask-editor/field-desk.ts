import { useMemo, useSyncExternalStore } from 'react';

/** A mask field of a form, as the editor of another one sees it. */
export interface DeskField {
  name: string;
  label: string;
  imageId: string;
  isOpen: boolean;
  /** Ends the work here if it is open; resolves with whether nothing stands against another one. */
  close: () => Promise<boolean>;
  open: () => Promise<void>;
}

const desks = new Map<HTMLElement, readonly DeskField[]>();
const listeners = new Set<() => void>();
const nothing: readonly DeskField[] = [];

/** Puts a field on the desk of a stage, or brings it up to date. @returns takes it away. */
export function putField(stage: HTMLElement, field: DeskField): () => void {
  const others = () => (desks.get(stage) ?? nothing).filter(({ name }) => name !== field.name);
  const fields = desks.get(stage) ?? nothing;
  const isKnown = fields.some(({ name }) => name === field.name);
  desks.set(stage, isKnown ? fields.map((known) => (known.name === field.name ? field : known)) : [...fields, field]);
  tell();
  return () => {
    desks.set(stage, others());
    tell();
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The mask fields that lie on the same picture, in the order of the form. */
export function useDeskFields(stage: HTMLElement | null, imageId: string | undefined): readonly DeskField[] {
  const fields = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (stage && desks.get(stage)) ?? nothing,
  );
  return useMemo(() => fields.filter((field) => field.imageId === imageId), [fields, imageId]);
}

/** Closes whatever is open and opens a field: one editor at a time. */
export async function openField(stage: HTMLElement, name: string): Promise<void> {
  const fields = desks.get(stage) ?? nothing;
  for (const field of fields) if (field.isOpen && field.name !== name && !(await field.close())) return;
  await fields.find((field) => field.name === name)?.open();
}
