import { BareButton } from './button';
import styles from './switch.css';

interface SwitchProps {
  isOn: boolean;
  isDisabled?: boolean;
  /** Id of the element that names it. */
  labelId: string;
  onChange: (isOn: boolean) => void;
}

/** On or off, at once. */
export function Switch({ isOn, isDisabled, labelId, onChange }: SwitchProps) {
  return (
    <BareButton
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelId}
      disabled={isDisabled}
      className={`block relative p-0 border-0 rounded-chip cursor-pointer ${styles.switch}`}
      onClick={() => onChange(!isOn)}
    />
  );
}
