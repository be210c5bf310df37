import styles from './heart-button.css';
import { IconButton } from './icon-button';
import { HeartIcon } from './icons';

interface HeartButtonProps {
  /** Chinese name of the collected thing. */
  noun: string;
  isOn: boolean;
  onToggle: () => void;
}

/** Collects something, on its cover. */
export function HeartButton({ noun, isOn, onToggle }: HeartButtonProps) {
  return (
    <IconButton
      label={isOn ? `取消收藏${noun}` : `收藏${noun}`}
      isRound
      aria-pressed={isOn}
      className={styles.heart}
      onClick={onToggle}
    >
      <HeartIcon size={18} />
    </IconButton>
  );
}
