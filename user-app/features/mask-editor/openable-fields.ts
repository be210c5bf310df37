import { useMemo, useSyncExternalStore } from 'react';
import { Listeners } from '../../lib/listeners';

/** A mask field of a form, as the editor of another one sees it. */
export interface OpenableField {
  name: string;
  label: string;
  imageId: string;
  isOpen: boolean;
  /** Closes this editor if it is open; resolves with whether another one may open. */
  close: () => Promise<boolean>;
  open: () => Promise<void>;
}

const fieldsOf = new Map<HTMLElement, readonly OpenableField[]>();
const listeners = new Listeners();
const nothing: readonly OpenableField[] = [];

/** Lists a field under a stage, or brings it up to date. @returns takes it away. */
export function putField(stage: HTMLElement, field: OpenableField): () => void {
  const others = () => (fieldsOf.get(stage) ?? nothing).filter(({ name }) => name !== field.name);
  const fields = fieldsOf.get(stage) ?? nothing;
  const isKnown = fields.some(({ name }) => name === field.name);
  fieldsOf.set(
    stage,
    isKnown ? fields.map((known) => (known.name === field.name ? field : known)) : [...fields, field],
  );
  listeners.tell();
  return () => {
    fieldsOf.set(stage, others());
    listeners.tell();
  };
}

/** The mask fields that lie on the same picture, in the order of the form. */
export function useOpenableFields(stage: HTMLElement | null, imageId: string | undefined): readonly OpenableField[] {
  const fields = useSyncExternalStore(listeners.subscribe, () => (stage && fieldsOf.get(stage)) ?? nothing);
  return useMemo(() => fields.filter((field) => field.imageId === imageId), [fields, imageId]);
}

/** Closes whatever is open and opens a field: one editor at a time. */
export async function openField(stage: HTMLElement, name: string): Promise<void> {
  const fields = fieldsOf.get(stage) ?? nothing;
  for (const field of fields) if (field.isOpen && field.name !== name && !(await field.close())) return;
  await fields.find((field) => field.name === name)?.open();
}
