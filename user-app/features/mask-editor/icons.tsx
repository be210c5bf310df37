import { lineIcon } from '../../ui/icons/line-icon';

export { EyeIcon, FitIcon, MinusIcon, PlusIcon } from '../../ui/icons/line-icon';

export const BrushIcon = lineIcon(
  <path d="M16.5 3.5c-3.6 1.6-6.4 4.2-8.2 7.4l1.8 1.8c3.2-1.8 5.8-4.6 7.4-8.2a.8.8 0 0 0-1-1ZM7.4 12.1c-1.9-.2-3.2 1.1-3.3 2.7 0 .9-.5 1.5-1.2 1.7 2.9.8 6-.3 5.9-2.9" />,
);
export const EraserIcon = lineIcon(
  <path d="M8.2 16.5h8.3M12 3.8l4.2 4.2-8.4 8.4H5.4l-2-2a1 1 0 0 1 0-1.4L12 3.8ZM7.4 8.4l4.2 4.2" />,
);
export const PolygonIcon = lineIcon(
  <>
    <path d="M5.2 6.2 9.3 4.4M11.8 4.9l3.5 4M15.2 11.4l-3.6 4M8.7 15.9l-3.4-1.6M3.8 12.1V8.3" />
    <path d="M10.5 3.2v1.5M10.5 3.95h.01M4 6.7h.01M16 10h.01M10.2 16.5h.01M4 13.5h.01" strokeWidth="3" />
  </>,
);
export const SelectIcon = lineIcon(
  <path d="m9 9 7.5 2.8-3.4 1.3-1.3 3.4L9 9ZM9 3v2.2M3 9h2.2M4.8 4.8l1.5 1.5M13.2 4.8l-1.5 1.5M4.8 13.2l1.5-1.5" />,
);
export const PanIcon = lineIcon(<path d="M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2" />);
export const UndoIcon = lineIcon(<path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a5 5 0 0 1 0 10H8" />);
export const RedoIcon = lineIcon(<path d="m13 4 3.5 3.5L13 11M16.5 7.5h-8a5 5 0 0 0 0 10H12" />);
export const LassoIcon = lineIcon(
  <path d="M6.3 13.3C4 12.500 2.800 11 2.800 9.100c0-3 3.200-5.300 7.200-5.300s7.200 2.300 7.200 5.300-3.200 5.200-7.200 5.200c-.7 0-1.300 0-1.900-.1M8.200 13.200a1.400 1.400 0 1 1-2.800 0 1.400 1.400 0 0 1 2.800 0ZM6.200 14.500c.3 1.200-.2 2.300-1.400 2.900" />,
);
export const WireIcon = lineIcon(
  <path d="M4 3.500v6a6 6 0 0 0 12 0v-6h-3.500v6a2.500 2.500 0 0 1-5 0v-6H4ZM4 6.500h3.500M12.500 6.500H16" />,
);
export const RectangleIcon = lineIcon(<path d="M3.500 5h13v10h-13zM3.500 5h.01" strokeDasharray="2.6 1.8" />);
export const EllipseIcon = lineIcon(<ellipse cx="10" cy="10" rx="6.800" ry="5.600" strokeDasharray="2.6 1.8" />);
export const ColourIcon = lineIcon(
  <path d="m10.500 8.500-7 7a1.300 1.300 0 0 0 1.900 1.900l7-7M9.200 9.800l1.900 1.900M14.500 2.500v3M14.500 9v2.500M10.500 7h-.01M18 7h-1.500M12 4.300l.9.9M17 4.300l-.9.900M17 9.700l-.9-.9" />,
);
export const TuneIcon = lineIcon(
  <path d="M3.500 6h6M13.500 6h3M3.500 14h3M10.500 14h6M13.500 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM10.500 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z" />,
);
export const MoreIcon = lineIcon(<path d="M4.500 10h.01M10 10h.01M15.500 10h.01" strokeWidth="2.4" />);
export const KeyboardIcon = lineIcon(
  <path d="M2.500 5.500h15v9h-15zM5.500 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M7 11.700h6" />,
);
export const FullIcon = lineIcon(<path d="M11.500 8.500l5-5M12 3.500h4.500V8M8.500 11.500l-5 5M3.500 12v4.500H8" />);
export const LeaveFullIcon = lineIcon(
  <path d="m11.500 8.500 5-5M11.500 4v4.500H16M8.500 11.500l-5 5M4 11.500h4.500V16" />,
);
export const FormIcon = lineIcon(<path d="M3.500 4.500h13v11h-13zM8 4.500v11M5.300 7.500h.4M5.300 10h.4" />);
export const CloseIcon = lineIcon(<path d="m5.500 5.500 9 9M14.500 5.500l-9 9" />);
export const AddModeIcon = lineIcon(<path d="M3.500 3.500h9v9h-9zM7.500 12.500v4h9v-9h-4M8 6v4M6 8h4" />);
export const SubtractModeIcon = lineIcon(<path d="M3.500 3.500h9v9h-9zM7.500 12.500v4h9v-9h-4M6 8h4" />);
export const IntersectModeIcon = lineIcon(
  <path d="M7.500 12.500h-4v-9h9v4M7.500 7.500h9v9h-9zM7.500 10.500l3-3M7.500 12.500l5-5" />,
);
