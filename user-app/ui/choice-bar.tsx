import { type ReactNode, useState } from 'react';
import { useShortcuts } from '../lib/shortcuts';
import { Bar, BarRule } from './bar';
import { Button } from './button';
import styles from './choice-bar.css';
import { IconButton } from './icon-button';
import { CloseIcon } from './icons';
import { ProgressBar } from './progress-bar';

interface ChoiceBarProps {
  /** Accessible name of its acts. */
  label: string;
  /** Number of selected rows, or the act in progress, in Chinese words. */
  words: string;
  /** Something under way: how far (0–1), and how to stop it. */
  packing?: { share?: number; cancel?: () => void } | undefined;
  /** Number of rows that can be selected at once, and number selected. */
  loaded: number;
  count: number;
  onSelectAll: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** Class of a panel that opens upwards from the bar. */
export const upward = styles.upward;

const keys = { clear: { keys: ['escape'], shown: 'Esc', what: '取消选择' } } as const;

/** Acts on the selected rows, at the lower edge of the window. */
export function ChoiceBar({ label, words, packing, loaded, count, onSelectAll, onClear, children }: ChoiceBarProps) {
  const [before] = useState(() => document.activeElement);
  const clear = () => {
    // The bar goes: what has the focus in it gives it back to where the choice began.
    if (document.activeElement?.closest('[role="toolbar"]') && before instanceof HTMLElement) before.focus();
    onClear();
  };
  useShortcuts(keys, { clear });
  return (
    <Bar label={label} className={`fixed z-float nowrap ${styles.selection}`}>
      <IconButton label="取消选择" tip="取消选择 Esc" onClick={onClear}>
        <CloseIcon size={16} />
      </IconButton>
      <span className={`font-medium tabular ${styles.count}`} role="status">
        {words}
      </span>
      {packing?.cancel && (
        <>
          <ProgressBar label="打包进度" share={packing.share} className={styles.packing} />
          <Button look="quiet" onClick={packing.cancel}>
            取消打包
          </Button>
        </>
      )}
      {count < loaded && (
        <Button look="text" onClick={onSelectAll} className={styles.selectAll} title="Ctrl + A">
          全选已载入的 {loaded} 个
        </Button>
      )}
      <BarRule />
      {children}
    </Bar>
  );
}
