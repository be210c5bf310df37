import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button';
import { useBarBottom } from '../../../ui/picture-view/use-bar-bottom';
import type { Zoom } from '../../../ui/picture-view/use-zoom';
import {
  HoldButton,
  ModeButtons,
  type ModeLook,
  pictureModeLooks,
  ZoomButtons,
} from '../../../ui/picture-view/view-buttons';
import { CheckUpIcon, FullScreenIcon, InfoIcon, LeaveFullScreenIcon, PickIcon, WorksIcon } from '../icons';
import type { ViewMode } from './result-view';
import styles from './stage.css';

interface StageToolbarProps {
  mode: ViewMode;
  modes: readonly ViewMode[];
  onMode: (mode: ViewMode) => void;
  canHold: boolean;
  onHold: (isHolding: boolean) => void;
  /** Chooses what the result is compared with. */
  counterpart: ReactNode;
  zoom: Zoom;
  isFullScreen: boolean;
  onFullScreen: () => void;
  areDetailsOpen: boolean;
  onDetails: (() => void) | undefined;
}

const modeLooks: Record<ViewMode, ModeLook> = {
  ...pictureModeLooks,
  correct: { label: '点选修改', icon: <PickIcon /> },
  check: { label: '结构体检', icon: <CheckUpIcon /> },
  side: { label: '全部结果', icon: <WorksIcon /> },
};

export function StageToolbar(props: StageToolbarProps) {
  const { mode, modes, canHold, onHold } = props;
  const bar = useBarBottom();
  return (
    <div
      ref={bar}
      className={`flex absolute z-page justify-between gap-8 ${styles.toolbar}`}
      role="toolbar"
      aria-label="画面"
    >
      <div className={styles.group}>
        <ModeButtons mode={mode} modes={modes} looks={modeLooks} onMode={props.onMode} />
        {canHold && <HoldButton onHold={onHold} />}
        {props.counterpart}
      </div>
      <div className={styles.group}>
        <ZoomButtons zoom={props.zoom} />
        <IconButton
          label={props.isFullScreen ? '退出全屏' : '全屏'}
          tip={props.isFullScreen ? '退出全屏（Esc）' : '全屏'}
          onClick={props.onFullScreen}
        >
          {props.isFullScreen ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
        </IconButton>
        {props.onDetails && (
          <IconButton label="查看参数" aria-expanded={props.areDetailsOpen} onClick={props.onDetails}>
            <InfoIcon />
          </IconButton>
        )}
      </div>
    </div>
  );
}
