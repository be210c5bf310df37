import { buttonLook } from '../../../ui/button';
import { CheckIcon, ChevronDownIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import type { NamedPicture } from '../../../ui/picture-view/shown-picture';

interface ComparedWithProps {
  counterparts: readonly NamedPicture[];
  chosen: NamedPicture;
  onChoose: (counterpart: NamedPicture) => void;
}

/** Chooses what the result is compared with: its base or any other result of the tool. */
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
