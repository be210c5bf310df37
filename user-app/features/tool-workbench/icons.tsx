import { lineIcon } from '../../ui/icons/icon-frame';

export {
  ChevronDownIcon as ChevronIcon,
  CloseIcon,
  DownloadIcon,
  MinusIcon,
  PlusIcon,
  TrashIcon,
} from '../../ui/icons';

export const UploadIcon = lineIcon(
  <path d="M12 15.6V4.2M7.8 8.4 12 4.2 16.2 8.4M4.2 15.6v3a1.2 1.2 0 0 0 1.2 1.2h13.2a1.2 1.2 0 0 0 1.2-1.2V15.6" />,
);
export const FullScreenIcon = lineIcon(
  <path d="M14.4 4.2h5.4V9.6M19.8 4.2 13.8 10.2M9.6 19.8H4.2V14.4M4.2 19.8l6-6" />,
);
export const LeaveFullScreenIcon = lineIcon(
  <path d="M19.2 10.2h-5.4V4.8M13.8 10.2l6-6M4.8 13.8h5.4V19.2M10.2 13.8l-6 6" />,
);
export const CheckUpIcon = lineIcon(
  <>
    <path d="M4.2 8.4V4.2H8.4M15.6 4.2H19.8V8.4M19.8 15.6V19.8H15.6M8.4 19.8H4.2V15.6" />
    <path d="m8.4 12 2.64 2.64L15.6 9.6" />
  </>,
);
export const PickIcon = lineIcon(
  <>
    <path d="m9.6 9.6 10.2 3.84-4.44 1.92-1.92 4.44L9.6 9.6Z" />
    <path d="M8.4 4.2v1.92M4.2 8.4h1.92M5.4 5.4l1.32 1.32M11.4 5.4 10.32 6.48" />
  </>,
);
export const RepeatIcon = lineIcon(
  <path d="M19.2 9A7.8 7.8 0 0 0 5.16 8.16L4.2 9.6M4.2 5.4V9.6H8.4M4.8 15a7.8 7.8 0 0 0 14.04 .84l.96-1.44M19.8 18.6V14.4H15.6" />,
);
export const SendIcon = lineIcon(<path d="M4.2 12h13.2M12.6 6.6 18 12l-5.4 5.4M20.4 4.8v14.4" />);
export const VaryIcon = lineIcon(
  <path d="M3.6 7.2h4.2c4.8 0 4.8 9.6 9.6 9.6H20.4M3.6 16.8h4.2c1.68 0 2.76-1.2 3.6-2.64M14.4 8.64c.84-0.96 1.8-1.44 3-1.44H20.4M18 4.8l2.4 2.4-2.4 2.4M18 14.4l2.4 2.4-2.4 2.4" />,
);
export const BaseIcon = lineIcon(
  <>
    <rect x="3.6" y="4.2" width="16.8" height="12" rx="1.8" />
    <path d="M7.2 19.8h9.6M12 16.2v3.6" />
  </>,
);
export const FillIcon = lineIcon(<path d="M19.8 12H4.8M10.2 6.6 4.8 12l5.4 5.4M19.8 5.4v13.2" />);
export const AlikeIcon = lineIcon(
  <>
    <rect x="8.4" y="8.4" width="11.4" height="11.4" rx="1.8" />
    <path d="M15.6 8.4V6A1.8 1.8 0 0 0 13.8 4.2H6A1.8 1.8 0 0 0 4.2 6v7.8A1.8 1.8 0 0 0 6 15.6h2.4" />
  </>,
);
export const SwatchIcon = lineIcon(
  <>
    <rect x="4.2" y="4.2" width="7.2" height="15.6" rx="1.8" />
    <path d="M11.4 8.4l3.3-3.3a1.8 1.8 0 0 1 2.5 0l1.7 1.7a1.8 1.8 0 0 1 0 2.5l-7.5 7.5M7.8 16.2v.01M15.6 12.6H18a1.8 1.8 0 0 1 1.8 1.8V18a1.8 1.8 0 0 1-1.8 1.8H8.4" />
  </>,
);
export const InfoIcon = lineIcon(
  <>
    <circle cx="12" cy="12" r="8.4" />
    <path d="M12 11.04v5.16M12 7.8v.12" />
  </>,
);
export const DiceIcon = lineIcon(
  <>
    <rect x="4.2" y="4.2" width="15.6" height="15.6" rx="3" />
    <path d="M8.64 8.64v.01M15.36 8.64v.01M12 12v.01M8.64 15.36v.01M15.36 15.36v.01" strokeWidth="2.4" />
  </>,
);
export const WorksIcon = lineIcon(
  <>
    <rect x="3.6" y="3.6" width="7.2" height="7.2" rx="1.2" />
    <rect x="13.2" y="3.6" width="7.2" height="7.2" rx="1.2" />
    <rect x="3.6" y="13.2" width="7.2" height="7.2" rx="1.2" />
    <rect x="13.2" y="13.2" width="7.2" height="7.2" rx="1.2" />
  </>,
);
export const WarningIcon = lineIcon(<path d="M12 4.2 21 19.8h-18L12 4.2ZM12 10.2v4.8M12 17.4v.01" />);
export const KeysIcon = lineIcon(
  <>
    <rect x="3" y="6" width="18" height="12" rx="1.8" />
    <path d="M6.6 9.6v.01M10.2 9.6v.01M13.8 9.6v.01M17.4 9.6v.01M6.6 12.6v.01M17.4 12.6v.01M9.6 14.4h4.8" />
  </>,
);
/** A box seen from a corner. */
export const BuildingIcon = lineIcon(
  <path d="m12 3.6 7.8 4.2v8.4L12 20.4l-7.8-4.2V7.8ZM12 12v8.4M12 12l7.8-4.2M12 12 4.2 7.8" />,
);
