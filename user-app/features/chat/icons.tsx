import { lineIcon } from '../../ui/icons/icon-frame';

export const SendIcon = lineIcon(<path d="M12 19V5.5M6 11l6-6 6 6" />);
export const StopIcon = lineIcon(<path d="M7.5 7.5h9v9h-9z" fill="currentColor" />);
export const PictureIcon = lineIcon(<path d="M4 5h16v14H4zM4.5 16l4.5-4.5 3.5 3.5 2.5-2.5 4.5 4.5M15.5 9.5h.01" />);
export const PencilIcon = lineIcon(<path d="M5 19l.8-3.6L16 5.2l2.8 2.8L8.6 18.2zM14 7.2 16.8 10" />);
export const PinIcon = lineIcon(<path d="M9 4h6l-.8 5.5 3 3.5H6.8l3-3.5zM12 13v7" />);
export const UpIcon = lineIcon(<path d="M8 10.5v8.5H5v-8.5zM8 11l3.5-6.5c1.3 0 2 .9 1.8 2.2L12.8 10H18l-1.5 9H8" />);
export const DownIcon = lineIcon(<path d="M8 13.5V5H5v8.5zM8 13l3.5 6.5c1.3 0 2-.9 1.8-2.2L12.8 14H18l-1.5-9H8" />);
export const ThinkIcon = lineIcon(
  <path d="M9.5 17.5h5M10 20h4M12 4a5.5 5.5 0 0 0-3.3 9.9c.6.5.8 1.1.8 1.9v.2h5v-.2c0-.8.2-1.4.8-1.9A5.5 5.5 0 0 0 12 4Z" />,
);
export const NewIcon = lineIcon(<path d="M12 5H5v14h14v-7M10 14l.5-2.5L18 4l2 2-7.5 7.5z" />);
