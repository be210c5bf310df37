import { lineIcon } from '../../ui/icons/icon-frame';

export const BrushIcon = lineIcon(
  <path d="M19.8 4.2 10.8 13.2l-2.4 .6L9 16.2 10.2 15.6 19.8 6M8.4 14.04c-2.4 0-3.6 1.44-3.6 3.36 0 1.08-0.48 1.8-1.44 2.28 3.6 .84 7.2-0.24 7.08-3.84" />,
);
export const EraserIcon = lineIcon(
  <path d="M10.8 19.8h9M14.16 4.56l5.28 5.28-9.96 9.96H6.6l-2.4-2.4a1.2 1.2 0 0 1 0-1.68zM8.76 9.96l5.28 5.28" />,
);
export const LineIcon = lineIcon(<path d="M4.8 19.2 19.2 4.8" />);
export const RectangleIcon = lineIcon(<path d="M4.2 6h15.6v12h-15.6z" />);
export const EllipseIcon = lineIcon(<ellipse cx="12" cy="12" rx="8.04" ry="6.48" />);
export const PolygonIcon = lineIcon(<path d="m4.8 10.2 6.6-6 7.8 4.8-2.4 10.2H7.8z" />);
export const FillIcon = lineIcon(
  <path d="m11.4 4.2 7.2 7.2-6.96 6.96a1.2 1.2 0 0 1-1.68 0l-5.52-5.52a1.2 1.2 0 0 1 0-1.68zM4.8 12h13.2M20.4 15.6c.96 1.56 1.44 2.52 1.44 3.24a1.44 1.44 0 0 1-2.88 0c0-0.72 .48-1.68 1.44-3.24Z" />,
);
export const MoveIcon = lineIcon(
  <path d="M6 6h12v12H6zM4.2 4.2h3.6v3.6h-3.6zM16.2 4.2h3.6v3.6h-3.6zM4.2 16.2h3.6v3.6h-3.6zM16.2 16.2h3.6v3.6h-3.6z" />,
);
export const PanIcon = lineIcon(
  <path d="M12 3.6v16.8M3.6 12h16.8M9.6 6l2.4-2.4 2.4 2.4M9.6 18l2.4 2.4 2.4-2.4M6 9.6l-2.4 2.4 2.4 2.4M18 9.6l2.4 2.4-2.4 2.4" />,
);
export const UndoIcon = lineIcon(<path d="M8.4 4.8 4.2 9 8.4 13.2M4.2 9h9.6a5.4 5.4 0 0 1 0 10.8H9.6" />);
export const RedoIcon = lineIcon(<path d="m15.6 4.8 4.2 4.2L15.6 13.2M19.8 9h-9.6a5.4 5.4 0 0 0 0 10.8H14.4" />);
export const ClearIcon = lineIcon(
  <path d="M4.8 7.2h14.4M9.6 7.2V4.8h4.8v2.4M6.96 7.2l.84 12.6h8.4L17.04 7.2M10.32 10.8v5.4M13.68 10.8v5.4" />,
);
export const PictureIcon = lineIcon(
  <path d="M12.6 5.4h-8.4v13.2h15.6V12M4.2 15.6 8.4 12l3 2.4 3-3 5.4 4.8M17.4 3.6v6M14.4 6.6h6" />,
);
export const ScreenIcon = lineIcon(
  <path d="M3.6 5.4h16.8v10.8H3.6zM9 19.8h6M12 16.2v3.6M12 13.2V8.4m-2.16 2.04L12 8.4l2.16 2.04" />,
);
export const StarterIcon = lineIcon(<path d="m3.6 12 8.4-7.2 8.4 7.2M6 10.2V19.2h12V10.2M10.2 19.2v-5.4h3.6V19.2" />);
export const KeyboardIcon = lineIcon(
  <path d="M3 6.6h18v10.8h-18zM6.6 10.2h.01M10.2 10.2h.01M13.8 10.2h.01M17.4 10.2h.01M8.4 14.04h7.2" />,
);
export const CloseIcon = lineIcon(<path d="m6.6 6.6 10.8 10.8M17.4 6.6l-10.8 10.8" />);
export const PlayIcon = lineIcon(<path d="M7.8 5.4v13.2l10.2-6.6z" />);
export const PauseIcon = lineIcon(<path d="M8.4 6v12M15.6 6v12" />);
export const SaveIcon = lineIcon(<path d="M4.8 4.8h12l2.4 2.4v12H4.8zM8.4 4.8v4.8h6.6V4.8M8.4 19.2v-5.4h7.2V19.2" />);
export const LockIcon = lineIcon(<path d="M6 10.8h12v9H6zM8.4 10.8V7.8a3.6 3.6 0 0 1 7.2 0V10.8" />);
export const UnlockIcon = lineIcon(<path d="M6 10.8h12v9H6zM8.4 10.8V7.8a3.6 3.6 0 0 1 6.96-1.2" />);
export const DiceIcon = lineIcon(
  <path d="M4.2 7.2h3.36c4.44 0 4.8 9.6 9.24 9.6h3M17.4 14.4l2.4 2.4-2.4 2.4M4.2 16.8h3.36c1.56 0 2.64-1.2 3.48-2.76M13.2 9.96c.84-1.56 1.92-2.76 3.6-2.76h3M17.4 4.8l2.4 2.4-2.4 2.4" />,
);
export const WordsIcon = lineIcon(<path d="M4.8 6.6h14.4M4.8 12h14.4M4.8 17.4h8.4" />);
export const AspectIcon = lineIcon(<path d="M4.2 6h15.6v12h-15.6zM7.2 12V9h3M16.8 12v3h-3" />);
export { FitIcon, MinusIcon, PlusIcon } from '../../ui/icons';
