import { lineIcon } from '../../../ui/icons/icon-frame';

export const LockIcon = lineIcon(<path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />);
export const MergeIcon = lineIcon(<path d="M5 5h6v6H5zM13 13h6v6h-6zM11 8h4v5M8 11v5h5" />);
