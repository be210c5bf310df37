import { lineIcon } from '../../ui/icons/icon-frame';

export { EyeIcon, FitIcon, MinusIcon, PlusIcon } from '../../ui/icons';

export const BrushIcon = lineIcon(
  <path d="M19.8 4.2c-4.32 1.92-7.68 5.04-9.84 8.88l2.16 2.16c3.84-2.16 6.96-5.52 8.88-9.84a.96 .96 0 0 0-1.2-1.2ZM8.88 14.52c-2.28-0.24-3.84 1.32-3.96 3.24 0 1.08-0.6 1.8-1.44 2.04 3.48 .96 7.2-0.36 7.08-3.48" />,
);
export const EraserIcon = lineIcon(
  <path d="M9.84 19.8h9.96M14.4 4.56l5.04 5.04-10.08 10.08H6.48l-2.4-2.4a1.2 1.2 0 0 1 0-1.68L14.4 4.56ZM8.88 10.08l5.04 5.04" />,
);
export const PolygonIcon = lineIcon(
  <>
    <path d="M6.24 7.44 11.16 5.28M14.16 5.88l4.2 4.8M18.24 13.68l-4.32 4.8M10.44 19.08l-4.08-1.92M4.56 14.52V9.96" />
    <path d="M12.6 3.84v1.8M12.6 4.74h.01M4.8 8.04h.01M19.2 12h.01M12.24 19.8h.01M4.8 16.2h.01" strokeWidth="3.6" />
  </>,
);
export const SelectIcon = lineIcon(
  <path d="m10.8 10.8 9 3.36-4.08 1.56-1.56 4.08L10.8 10.8ZM10.8 3.6v2.64M3.6 10.8h2.64M5.76 5.76l1.8 1.8M15.84 5.76l-1.8 1.8M5.76 15.84l1.8-1.8" />,
);
export const PanIcon = lineIcon(
  <path d="M12 3.6v16.8M3.6 12h16.8M9.6 6l2.4-2.4 2.4 2.4M9.6 18l2.4 2.4 2.4-2.4M6 9.6l-2.4 2.4 2.4 2.4M18 9.6l2.4 2.4-2.4 2.4" />,
);
export const UndoIcon = lineIcon(<path d="M8.4 4.8 4.2 9 8.4 13.2M4.2 9h9.6a6 6 0 0 1 0 12H9.6" />);
export const RedoIcon = lineIcon(<path d="m15.6 4.8 4.2 4.2L15.6 13.2M19.8 9h-9.6a6 6 0 0 0 0 12H14.4" />);
export const LassoIcon = lineIcon(
  <path d="M7.56 15.96C4.8 15 3.36 13.2 3.36 10.92c0-3.6 3.84-6.36 8.64-6.36s8.64 2.76 8.64 6.36-3.84 6.24-8.64 6.24c-0.84 0-1.56 0-2.28-0.12M9.84 15.84a1.68 1.68 0 1 1-3.36 0 1.68 1.68 0 0 1 3.36 0ZM7.44 17.4c.36 1.44-0.24 2.76-1.68 3.48" />,
);
export const WireIcon = lineIcon(
  <path d="M4.8 4.2v7.2a7.2 7.2 0 0 0 14.4 0v-7.2h-4.2v7.2a3 3 0 0 1-6 0v-7.2H4.8ZM4.8 7.8h4.2M15 7.8H19.2" />,
);
export const RectangleIcon = lineIcon(<path d="M4.2 6h15.6v12h-15.6zM4.2 6h.01" strokeDasharray="3.12 2.16" />);
export const EllipseIcon = lineIcon(<ellipse cx="12" cy="12" rx="8.16" ry="6.72" strokeDasharray="3.12 2.16" />);
export const ColourIcon = lineIcon(
  <path d="m12.6 10.2-8.4 8.4a1.56 1.56 0 0 0 2.28 2.28l8.4-8.4M11.04 11.76l2.28 2.28M17.4 3v3.6M17.4 10.8v3M12.6 8.4h-0.01M21.6 8.4h-1.8M14.4 5.16l1.08 1.08M20.4 5.16l-1.08 1.08M20.4 11.64l-1.08-1.08" />,
);
export const TuneIcon = lineIcon(
  <path d="M4.2 7.2h7.2M16.2 7.2h3.6M4.2 16.8h3.6M12.6 16.8h7.2M16.2 7.2a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0ZM12.6 16.8a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0Z" />,
);
export const MoreIcon = lineIcon(<path d="M5.4 12h.01M12 12h.01M18.6 12h.01" strokeWidth="2.88" />);
export const KeyboardIcon = lineIcon(
  <path d="M3 6.6h18v10.8h-18zM6.6 10.2h.01M10.2 10.2h.01M13.8 10.2h.01M17.4 10.2h.01M8.4 14.04h7.2" />,
);
export const FullIcon = lineIcon(<path d="M13.8 10.2l6-6M14.4 4.2h5.4V9.6M10.2 13.8l-6 6M4.2 14.4v5.4H9.6" />);
export const LeaveFullIcon = lineIcon(<path d="m13.8 10.2 6-6M13.8 4.8v5.4H19.2M10.2 13.8l-6 6M4.8 13.8h5.4V19.2" />);
export const FormIcon = lineIcon(<path d="M4.2 5.4h15.6v13.2h-15.6zM9.6 5.4v13.2M6.36 9h.48M6.36 12h.48" />);
export const CloseIcon = lineIcon(<path d="m6.6 6.6 10.8 10.8M17.4 6.6l-10.8 10.8" />);
export const AddModeIcon = lineIcon(
  <path d="M4.2 4.2h10.8v10.8h-10.8zM9 15v4.8h10.8v-10.8h-4.8M9.6 7.2v4.8M7.2 9.6h4.8" />,
);
export const SubtractModeIcon = lineIcon(<path d="M4.2 4.2h10.8v10.8h-10.8zM9 15v4.8h10.8v-10.8h-4.8M7.2 9.6h4.8" />);
export const IntersectModeIcon = lineIcon(
  <path d="M9 15h-4.8v-10.8h10.8v4.8M9 9h10.8v10.8h-10.8zM9 12.6l3.6-3.6M9 15l6-6" />,
);
