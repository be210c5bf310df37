import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names';
import { barLook } from '../../ui/bar';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { CloseIcon } from '../../ui/icons';
import styles from './bars.css';
import type { Undo } from './use-works-actions';

/** Milliseconds the offer stands while nobody points at it. */
const offerMs = 8_000;

interface UndoBarProps {
  undo: Undo | undefined;
  isRaised: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** Says what was done and takes it back. */
export function UndoBar({ undo, isRaised, onUndo, onClose }: UndoBarProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!undo || isHeld) return;
    const timer = window.setTimeout(onClose, offerMs);
    return () => window.clearTimeout(timer);
  }, [undo, isHeld, onClose]);

  return (
    <div role="status" className={isRaised ? styles.raised : styles.undoPlace}>
      {undo && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer over it only stops the clock
        <div
          className={classNames(barLook, styles.undo)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span>{undo.text}</span>
          <Button look="quiet" onClick={onUndo} className={styles.undoButton}>
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
