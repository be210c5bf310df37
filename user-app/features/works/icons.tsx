import { lineIcon } from '../../ui/icons/line-icon';

export const FolderIcon = lineIcon(<path d="M2.5 5.5h5l1.5 2h8.5v8h-15z" />);
export const InboxIcon = lineIcon(<path d="M3 11.5 5 4.5h10l2 7v4H3zM3 11.5h4.2l1 2h3.6l1-2H17" />);
export const MoreIcon = lineIcon(<path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.4" />);
export const RestoreIcon = lineIcon(<path d="M4 8.5h8a4 4 0 1 1 0 8H8M4 8.5l3.2-3.2M4 8.5l3.2 3.2" />);
export const SendIcon = lineIcon(<path d="M11 3.5h5.5V9M16.5 3.5 9 11M15 12v4.5H3.5V5H8" />);
export const CalendarIcon = lineIcon(<path d="M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5" />);
export const ErrorIcon = lineIcon(<path d="M10 6v5M10 13.6v.1M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />);
export const PencilIcon = lineIcon(<path d="m4 16 .8-3.4L13 4.4l2.6 2.6-8.2 8.2zM11.5 6l2.5 2.5" />);

/** A star that is either drawn or filled. */
export function StarMark({ isStarred, size = 18 }: { isStarred: boolean; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={isStarred ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="m12 4.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L4.5 10l5.2-.7z" />
    </svg>
  );
}
