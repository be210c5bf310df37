import { buttonLook } from '../../../ui/button';
import { CheckIcon, ChevronDownIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';

/** A picture that a result is compared with. */
export interface Counterpart {
  imageId: string;
  label: string;
}

interface ComparedWithProps {
  counterparts: readonly Counterpart[];
  chosen: Counterpart;
  onChoose: (counterpart: Counterpart) => void;
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
