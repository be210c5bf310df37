import { lineIcon } from '../../ui/icons/line-icon';

export { EyeIcon, FitIcon, MinusIcon, PlusIcon } from '../../ui/icons/line-icon';

export const UploadIcon = lineIcon(
  <path d="M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 13v2.5a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V13" />,
);
export const CloseIcon = lineIcon(<path d="m5 5 10 10M15 5 5 15" />);
export const FullScreenIcon = lineIcon(<path d="M12 3.5h4.5V8M16.5 3.5 11.5 8.5M8 16.5H3.5V12M3.5 16.5l5-5" />);
export const LeaveFullScreenIcon = lineIcon(<path d="M16 8.5h-4.5V4M11.5 8.5l5-5M4 11.5h4.5V16M8.5 11.5l-5 5" />);
export const CompareIcon = lineIcon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="1.5" />
    <path d="M10 2.5v15M6 8.5 4.8 10 6 11.5M14 8.5l1.2 1.5-1.2 1.5" />
  </>,
);
export const SingleIcon = lineIcon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="1.5" />
    <path d="m3.5 14 4-4 3 3 2.5-2.5 3.5 3.5" />
  </>,
);
export const PickIcon = lineIcon(
  <>
    <path d="m8 8 8.5 3.2-3.7 1.6-1.6 3.7L8 8Z" />
    <path d="M7 3.5v1.6M3.5 7h1.6M4.5 4.5l1.1 1.1M9.5 4.5 8.6 5.4" />
  </>,
);
export const SideIcon = lineIcon(
  <>
    <rect x="2.5" y="4.5" width="6.5" height="11" rx="1.2" />
    <rect x="11" y="4.5" width="6.5" height="11" rx="1.2" />
  </>,
);
export const DownloadIcon = lineIcon(<path d="M10 3.5v9M6.5 9.5 10 13l3.5-3.5M3.5 16.5h13" />);
export const RepeatIcon = lineIcon(
  <path d="M16 7.5A6.5 6.5 0 0 0 4.3 6.8L3.5 8M3.5 4.5V8H7M4 12.5a6.5 6.5 0 0 0 11.7.7l.8-1.2M16.5 15.5V12H13" />,
);
export const SendIcon = lineIcon(<path d="M3.5 10h11M10.5 5.5 15 10l-4.5 4.5M17 4v12" />);
export const VaryIcon = lineIcon(
  <path d="M3 6h3.5c4 0 4 8 8 8H17M3 14h3.5c1.4 0 2.3-1 3-2.2M12 7.2c.7-.8 1.5-1.2 2.5-1.2H17M15 4l2 2-2 2M15 12l2 2-2 2" />,
);
export const BaseIcon = lineIcon(
  <>
    <rect x="3" y="3.5" width="14" height="10" rx="1.5" />
    <path d="M6 16.5h8M10 13.5v3" />
  </>,
);
export const FillIcon = lineIcon(<path d="M16.5 10H4M8.5 5.5 4 10l4.5 4.5M16.5 4.5v11" />);
export const TrashIcon = lineIcon(
  <path d="M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 10a1 1 0 0 0 1 1h6.4a1 1 0 0 0 1-1l.8-10M8.3 8.5v5M11.7 8.5v5" />,
);
export const InfoIcon = lineIcon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.2v4.3M10 6.5v.1" />
  </>,
);
export const DiceIcon = lineIcon(
  <>
    <rect x="3.5" y="3.5" width="13" height="13" rx="2.5" />
    <path d="M7.2 7.2v.01M12.8 7.2v.01M10 10v.01M7.2 12.8v.01M12.8 12.8v.01" strokeWidth="2" />
  </>,
);
export const ChevronIcon = lineIcon(<path d="m5.5 8 4.5 4.5L14.5 8" />);
export const WorksIcon = lineIcon(
  <>
    <rect x="3" y="3" width="6" height="6" rx="1" />
    <rect x="11" y="3" width="6" height="6" rx="1" />
    <rect x="3" y="11" width="6" height="6" rx="1" />
    <rect x="11" y="11" width="6" height="6" rx="1" />
  </>,
);
export const WarningIcon = lineIcon(<path d="M10 3.5 17.5 16.5h-15L10 3.5ZM10 8.5v4M10 14.5v.01" />);
