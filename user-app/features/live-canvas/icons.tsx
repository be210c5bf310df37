import { lineIcon } from '../../ui/icons/line-icon';

export const BrushIcon = lineIcon(
  <path d="M16.5 3.5 9 11l-2 .5L7.5 13.5 8.5 13 16.5 5M7 11.7c-2 0-3 1.2-3 2.8 0 .9-.4 1.5-1.2 1.9 3 .7 6-.2 5.9-3.2" />,
);
export const EraserIcon = lineIcon(
  <path d="M9 16.5h7.5M11.8 3.8l4.4 4.4-8.3 8.3H5.5l-2-2a1 1 0 0 1 0-1.4zM7.3 8.3l4.4 4.4" />,
);
export const LineIcon = lineIcon(<path d="M4 16 16 4" />);
export const RectangleIcon = lineIcon(<path d="M3.5 5h13v10h-13z" />);
export const EllipseIcon = lineIcon(<ellipse cx="10" cy="10" rx="6.7" ry="5.4" />);
export const PolygonIcon = lineIcon(<path d="m4 8.5 5.5-5 6.5 4-2 8.5H6.5z" />);
export const FillIcon = lineIcon(
  <path d="m9.5 3.5 6 6-5.8 5.8a1 1 0 0 1-1.4 0l-4.6-4.6a1 1 0 0 1 0-1.4zM4 10h11M17 13c.8 1.3 1.2 2.1 1.2 2.7a1.2 1.2 0 0 1-2.4 0c0-.6.4-1.4 1.2-2.7Z" />,
);
export const MoveIcon = lineIcon(
  <path d="M5 5h10v10H5zM3.5 3.5h3v3h-3zM13.5 3.5h3v3h-3zM3.5 13.5h3v3h-3zM13.5 13.5h3v3h-3z" />,
);
export const PanIcon = lineIcon(<path d="M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2" />);
export const UndoIcon = lineIcon(<path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8" />);
export const RedoIcon = lineIcon(<path d="m13 4 3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12" />);
export const ClearIcon = lineIcon(<path d="M4 6h12M8 6V4h4v2M5.8 6l.7 10.5h7L14.2 6M8.6 9v4.5M11.4 9v4.5" />);
export const PictureIcon = lineIcon(
  <path d="M10.5 4.5h-7v11h13V10M3.5 13 7 10l2.5 2 2.5-2.5 4.5 4M14.5 3v5M12 5.500h5" />,
);
export const ScreenIcon = lineIcon(<path d="M3 4.5h14v9H3zM7.5 16.5h5M10 13.5v3M10 11V7m-1.8 1.7L10 7l1.8 1.7" />);
export const StarterIcon = lineIcon(<path d="m3 10 7-6 7 6M5 8.5V16h10V8.5M8.5 16v-4.5h3V16" />);
export const KeyboardIcon = lineIcon(
  <path d="M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M7 11.7h6" />,
);
export const CloseIcon = lineIcon(<path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />);
export const PlayIcon = lineIcon(<path d="M6.5 4.5v11l8.5-5.5z" />);
export const PauseIcon = lineIcon(<path d="M7 5v10M13 5v10" />);
export const SaveIcon = lineIcon(<path d="M4 4h10l2 2v10H4zM7 4v4h5.5V4M7 16v-4.5h6V16" />);
export const LockIcon = lineIcon(<path d="M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9" />);
export const UnlockIcon = lineIcon(<path d="M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 5.8-1" />);
export const DiceIcon = lineIcon(
  <path d="M3.5 6h2.8c3.7 0 4 8 7.7 8h2.500M14.5 12l2 2-2 2M3.5 14h2.800c1.3 0 2.2-1 2.9-2.300M11 8.300c.7-1.3 1.6-2.3 3-2.300h2.500M14.5 4l2 2-2 2" />,
);
export const WordsIcon = lineIcon(<path d="M4 5.5h12M4 10h12M4 14.5h7" />);
export const AspectIcon = lineIcon(<path d="M3.5 5h13v10h-13zM6 10V7.5h2.5M14 10v2.5h-2.5" />);
export { FitIcon, MinusIcon, PlusIcon } from '../../ui/icons/line-icon';
