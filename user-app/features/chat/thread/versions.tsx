import { IconButton } from '../../../ui/icon-button';
import { ArrowLeftIcon, ArrowRightIcon } from '../../../ui/icons';
import { type MessagePosition, useThreadActs } from './acts';

/** Which of the versions is shown, and the way to the others. */
export function Versions({ place, noun }: { place: MessagePosition; noun: string }) {
  const { show } = useThreadActs();
  if (place.of < 2) return null;
  const { before, after } = place;
  return (
    <div role="group" aria-label={`${noun}的版本`} className="inline-flex items-center text-second text-12">
      <IconButton size="small" label={`上一版${noun}`} disabled={!before} onClick={() => before && show(before)}>
        <ArrowLeftIcon size={14} />
      </IconButton>
      <span className="tabular">
        {place.at}/{place.of}
      </span>
      <IconButton size="small" label={`下一版${noun}`} disabled={!after} onClick={() => after && show(after)}>
        <ArrowRightIcon size={14} />
      </IconButton>
    </div>
  );
}
