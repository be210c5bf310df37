import { type IconProps, StarIcon } from '../../ui/icons';
import { lineIcon } from '../../ui/icons/icon-frame';

export const FolderIcon = lineIcon(<path d="M3 6.6h6l1.8 2.4h10.2v9.6h-18z" />);
export const InboxIcon = lineIcon(
  <path d="M3.6 13.8 6 5.4h12l2.4 8.4v4.8H3.6zM3.6 13.8h5.04l1.2 2.4h4.32l1.2-2.4H20.4" />,
);
export const MoreIcon = lineIcon(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.88" />);
export const RestoreIcon = lineIcon(
  <path d="M4.8 10.2h9.6a4.8 4.8 0 1 1 0 9.6H9.6M4.8 10.2l3.84-3.84M4.8 10.2l3.84 3.84" />,
);
export const SendIcon = lineIcon(<path d="M13.2 4.2h6.6V10.8M19.8 4.2 10.8 13.2M18 14.4v5.4H4.2V6H9.6" />);
export const CalendarIcon = lineIcon(<path d="M4.2 6h15.6v13.8h-15.6zM4.2 10.2h15.6M8.4 3.6v4.2M15.6 3.6v4.2" />);
export const ErrorIcon = lineIcon(
  <path d="M12 7.2v6M12 16.32v.12M20.4 12a8.4 8.4 0 1 1-16.8 0 8.4 8.4 0 0 1 16.8 0Z" />,
);
export const PencilIcon = lineIcon(<path d="m4.8 19.2 .96-4.08L15.6 5.28l3.12 3.12-9.84 9.84zM13.8 7.2l3 3" />);

/** A star that is either drawn or filled. */
export function StarMark({ isStarred, ...rest }: IconProps & { isStarred: boolean }) {
  return <StarIcon fill={isStarred ? 'currentColor' : 'none'} {...rest} />;
}
