import { useId } from 'react';
import { Switch } from '../../../ui/switch';

/** Switch that makes a set or a folder visible to its owner alone. */
export function PrivateSwitch(props: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  const labelId = useId();
  return (
    <span className="inline-flex items-center gap-8">
      <span id={labelId}>仅自己可见</span>
      <Switch isOn={props.isPrivate} labelId={labelId} onChange={props.onChange} />
    </span>
  );
}
