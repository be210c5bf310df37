import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { keysTaken } from '@/lib/shortcuts';
import styles from './stage-cover.css';
import { useFormBeside } from './use-form-beside';

interface StageCoverProps {
  stage: HTMLElement;
  label: string;
  /** Takes the whole window instead, with the form beside it or folded away. */
  isFull?: boolean;
  isFormFolded?: boolean;
  /** Called also when a press on something that went away has left the focus nowhere. */
  onKey: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** Takes the place of the stage while something is edited on the picture; what lies under it cannot be reached. */
export function StageCover({ stage, label, isFull = false, isFormFolded = false, onKey, children }: StageCoverProps) {
  const cover = useRef<HTMLElement>(null);
  useFormBeside(cover, isFull, isFormFolded);
  const latest = useRef(onKey);
  latest.current = onKey;
  // Before the cover is drawn: its code is loaded late, so that effects could run long after a person sees it.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isHere = event.target === document.body || cover.current?.contains(event.target as Node);
      if (isHere) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  useLayoutEffect(() => {
    const own = cover.current;
    const covered = [...stage.children].filter((child) => child !== own);
    const before = document.activeElement;
    for (const child of covered) child.setAttribute('inert', '');
    own?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      for (const child of covered) child.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus();
    };
  }, [stage]);
  return createPortal(
    <section
      ref={cover}
      className={`grid absolute inset-0 z-sticky bg-sunken text-ink ${styles.cover}`}
      data-full={isFull ? (isFormFolded ? 'alone' : 'beside') : undefined}
      aria-label={label}
      {...{ [keysTaken]: '' }}
    >
      {children}
    </section>,
    stage,
  );
}
