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
