import { Button } from './button';
import { CheckIcon, PlusIcon } from './icons';

interface FollowButtonProps {
  name: string;
  isFollowed: boolean;
  /** True when they follow the person, too. */
  isFollower?: boolean;
  size?: 'normal' | 'small';
  onToggle: () => void;
}

/** 关注, and what it is when it is done. */
export function FollowButton({ name, isFollowed, isFollower = false, size = 'small', onToggle }: FollowButtonProps) {
  return (
    <Button
      size={size}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? `取消关注 ${name}` : `关注 ${name}`}
      onClick={onToggle}
    >
      {isFollowed ? <CheckIcon size={16} /> : <PlusIcon size={16} />}
      {isFollowed ? (isFollower ? '互相关注' : '已关注') : '关注'}
    </Button>
  );
}
