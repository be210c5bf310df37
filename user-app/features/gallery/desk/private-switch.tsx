import { useId } from 'react';
import { Switch } from '../../../ui/switch';
import styles from './desk.css';

/** Whether a set or a folder is its owner's alone. */
export function PrivateSwitch(props: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  const labelId = useId();
  return (
    <span className={styles.private}>
      <span id={labelId}>仅自己可见</span>
      <Switch isOn={props.isPrivate} labelId={labelId} onChange={props.onChange} />
    </span>
  );
}
