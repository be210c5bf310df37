import { buttonLook } from '../button';
import { CheckIcon, ChevronDownIcon } from '../icons';
import { Menu } from '../menu';
import type { NamedPicture } from './shown-picture';

interface ComparedWithProps {
  counterparts: readonly NamedPicture[];
  chosen: NamedPicture;
  onChoose: (counterpart: NamedPicture) => void;
}

/** Chooses what the result is compared with: its base or another result. */
export function ComparedWith({ counterparts, chosen, onChoose }: ComparedWithProps) {
  return (
    <Menu
      label={`对比对象：${chosen.label}`}
      tip="对比对象"
      triggerClassName={buttonLook({ look: 'quiet', size: 'small' })}
      trigger={
        <>
          {chosen.label}
          <ChevronDownIcon size={14} />
        </>
      }
      acts={counterparts.map((one) => ({
        label: one.label,
        note: one.imageId === chosen.imageId ? <CheckIcon size={14} /> : undefined,
        act: () => onChoose(one),
      }))}
    />
  );
}
