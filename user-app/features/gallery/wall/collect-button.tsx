import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { IconButton } from '../../../ui/icon-button';
import { HeartIcon } from '../../../ui/icons';
import { useLongPress } from './use-long-press';
import type { PictureActs } from './use-picture-acts';

interface CollectButtonProps {
  picture: GalleryPicture;
  acts: Pick<PictureActs, 'collect' | 'chooseFolder'>;
  /** Side of the icon, px. */
  iconSize?: number;
  isRound?: boolean;
  className?: string | undefined;
}

/** Collects at once; once more, or held down, it asks for the folder. */
export function CollectButton({ picture, acts, iconSize, ...look }: CollectButtonProps) {
  const { isCollected } = picture;
  const press = useLongPress(isCollected ? acts.chooseFolder : acts.collect, acts.chooseFolder);
  return (
    <IconButton
      label={isCollected ? '已收藏，选收藏夹' : '收藏'}
      tip={isCollected ? '已收藏，选收藏夹' : '收藏，长按选收藏夹'}
      aria-pressed={isCollected}
      {...look}
      {...press}
    >
      <HeartIcon {...(iconSize ? { size: iconSize } : {})} fill={isCollected ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
