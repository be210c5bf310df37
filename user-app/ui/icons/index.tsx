import { lineIcon } from './icon-frame';

export type { IconProps } from './icon-frame';

export const SearchIcon = lineIcon(<path d="m20 20-4.2-4.2M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z" />);
export const CloseIcon = lineIcon(<path d="m6 6 12 12M18 6 6 18" />);
export const MenuIcon = lineIcon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const ChevronDownIcon = lineIcon(<path d="m6 9.5 6 6 6-6" />);
export const ArrowRightIcon = lineIcon(<path d="M5 12h14m-5.5-5.5L19 12l-5.5 5.5" />);
export const ArrowLeftIcon = lineIcon(<path d="M19 12H5m5.5-5.5L5 12l5.5 5.5" />);
export const SunIcon = lineIcon(
  <path d="M12 3v1.5M12 19.5V21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M3 12h1.5M19.5 12H21M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z" />,
);
export const MoonIcon = lineIcon(<path d="M20 14.2A8 8 0 0 1 9.8 4a8 8 0 1 0 10.2 10.2Z" />);
export const SystemIcon = lineIcon(<path d="M4 5.5h16v10.5H4zM9 20h6m-3-4v4" />);
export const TicketIcon = lineIcon(
  <path d="M4 8.5V6.5h16v2a3.5 3.5 0 0 0 0 7v2H4v-2a3.5 3.5 0 0 0 0-7ZM14.5 7v1.6m0 2.6v1.6m0 2.6V17" />,
);
export const LiveIcon = lineIcon(<path d="M12 7.5V12l3 2M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z" />);
export const ChatIcon = lineIcon(<path d="M5 5h14v10.5h-7.5L7 19v-3.5H5z" />);
export const UserIcon = lineIcon(
  <path d="M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM5 20c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />,
);
export const CrownIcon = lineIcon(<path d="m4 8 4.2 3.5L12 5l3.8 6.5L20 8l-1.6 10H5.6z" />);
export const WorksIcon = lineIcon(<path d="M4 7.5h6l1.5 2H20V19H4zM4 7.5V5h6.5" />);
export const StarIcon = lineIcon(<path d="m12 4.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L4.5 10l5.2-.7z" />);
export const TrashIcon = lineIcon(<path d="M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5" />);
export const CopyIcon = lineIcon(<path d="M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9" />);
export const CheckIcon = lineIcon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const LogoutIcon = lineIcon(<path d="M10 4.5H5v15h5M15 8l4 4-4 4M19 12H9.5" />);
export const HelpIcon = lineIcon(
  <path d="M9.5 9.3c.2-1.5 1.2-2.3 2.6-2.3s2.4.9 2.4 2.2c0 2-2.5 2-2.5 4.1M12 17h.01M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z" />,
);
export const DocumentIcon = lineIcon(<path d="M6 4h8.5L18.5 8v12H6zM14 4v4.5h4.5M9 12.5h6.5M9 16h6.5" />);
export const OrderIcon = lineIcon(<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12h5" />);
export const ShareIcon = lineIcon(<path d="M12 15V4m-4 4 4-4 4 4M7 11H5v9h14v-9h-2" />);
export const DownloadIcon = lineIcon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />);
export const RetryIcon = lineIcon(<path d="M19 12a7 7 0 1 1-2.1-5M19 4v4h-4" />);
export const EyeIcon = lineIcon(
  <path d="M3 12S6.2 6 12 6s9 6 9 6-3.2 6-9 6-9-6-9-6ZM14.6 12a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0Z" />,
);
export const HiddenIcon = lineIcon(
  <path d="M5 5l14 14M9.3 6.400A9.500 9.500 0 0 1 12 6c5.800 0 9 6 9 6a15.500 15.500 0 0 1-2.600 3.300M6 8.200A15.600 15.600 0 0 0 3 12s3.200 6 9 6a9.300 9.300 0 0 0 3.700-.8M10 10.300a2.600 2.600 0 0 0 3.700 3.600" />,
);
export const PlusIcon = lineIcon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = lineIcon(<path d="M5 12h14" />);
export const FitIcon = lineIcon(
  <path d="M8.5 4H5.4A1.4 1.4 0 0 0 4 5.4V8.5M15.5 4h3.1A1.4 1.4 0 0 1 20 5.4V8.5M8.5 20H5.4A1.4 1.4 0 0 1 4 18.6V15.5M15.5 20h3.10a1.4 1.4 0 0 0 1.4-1.4V15.5" />,
);
export const SplitIcon = lineIcon(<path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5" />);
export const MoreIcon = lineIcon(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.5" />);
export const CompareIcon = lineIcon(
  <>
    <rect x="3.6" y="4.8" width="16.8" height="14.4" rx="1.8" />
    <path d="M12 3v18M7.2 10.2 5.76 12 7.2 13.8M16.8 10.2l1.44 1.8-1.44 1.8" />
  </>,
);
export const SingleIcon = lineIcon(
  <>
    <rect x="3.6" y="4.8" width="16.8" height="14.4" rx="1.8" />
    <path d="m4.2 16.8 4.8-4.8 3.6 3.6 3-3 4.2 4.2" />
  </>,
);
export const SideIcon = lineIcon(
  <>
    <rect x="3" y="5.4" width="7.8" height="13.2" rx="1.44" />
    <rect x="13.2" y="5.4" width="7.8" height="13.2" rx="1.44" />
  </>,
);
export const HeartIcon = lineIcon(
  <path d="M12 19.5 5.3 13a4.4 4.4 0 0 1 0-6.2 4.3 4.3 0 0 1 6.1 0l.6.6.6-.6a4.3 4.3 0 0 1 6.1 0 4.4 4.4 0 0 1 0 6.2z" />,
);
export const WallIcon = lineIcon(<path d="M4 4.5h7v9H4zM4 16.5h7v3H4zM14 4.5h6v4h-6zM14 11.5h6v8h-6z" />);
export const ImageSearchIcon = lineIcon(
  <path d="M20 11V6a1.5 1.5 0 0 0-1.500-1.500h-13A1.500 1.500 0 0 0 4 6v11a1.500 1.500 0 0 0 1.500 1.500H10M4.500 15l4-4 2.500 2.500M19.500 19.500l-2-2m.8-2.300a3.100 3.100 0 1 1-6.200 0 3.100 3.100 0 0 1 6.200 0Z" />,
);
