import { useCallback, useEffect, useState } from 'react';
import { classNames } from '../lib/class-names';
import { toastFailure } from '../lib/toast';
import { barLook } from './bar';
import { Button } from './button';
import { IconButton } from './icon-button';
import { CloseIcon } from './icons';
import styles from './undo-bar.css';

/** An act, and the function that undoes it. */
export interface Undo {
  text: string;
  act: () => unknown;
  /** Another way on, e.g. to another place for what was put away. */
  also?: { label: string; act: () => void };
}

/** Milliseconds the offer stands while nobody points at it. */
const offerMs = 8_000;

/** The last thing that can be taken back. */
export function useUndo() {
  const [undo, setUndo] = useState<Undo>();
  const dismiss = useCallback(() => setUndo(undefined), []);
  const takeBack = useCallback(async () => {
    setUndo(undefined);
    try {
      await undo?.act();
    } catch (error) {
      toastFailure(error);
    }
  }, [undo]);
  return { undo, offer: setUndo, takeBack, dismiss };
}

interface UndoBarProps {
  undo: Undo | undefined;
  /** True when another bar stands in its place. */
  isRaised?: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** Says what was done and takes it back. */
export function UndoBar({ undo, isRaised = false, onUndo, onClose }: UndoBarProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!undo || isHeld) return;
    const timer = window.setTimeout(onClose, offerMs);
    return () => window.clearTimeout(timer);
  }, [undo, isHeld, onClose]);

  return (
    <div role="status" className={isRaised ? `fixed ${styles.raised}` : `fixed ${styles.place}`}>
      {undo && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer over it only stops the clock
        <div
          className={classNames(barLook, styles.bar)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span>{undo.text}</span>
          {undo.also && (
            <Button
              look="quiet"
              onClick={() => {
                undo.also?.act();
                onClose();
              }}
            >
              {undo.also.label}
            </Button>
          )}
          <Button look="quiet" onClick={onUndo} className={styles.act}>
            撤销
          </Button>
          <IconButton label="关闭提示" onClick={onClose}>
            <CloseIcon size={14} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
