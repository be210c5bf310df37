import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button';
import {
  CompareIcon,
  EyeIcon,
  FitIcon,
  FullScreenIcon,
  InfoIcon,
  LeaveFullScreenIcon,
  MinusIcon,
  PickIcon,
  PlusIcon,
  SideIcon,
  SingleIcon,
  WorksIcon,
} from '../icons';
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
  /** Percent of the picture's own pixels; undefined when nothing can be zoomed. */
  percent: number | undefined;
  onZoom: (factor: number) => void;
  onFit: () => void;
  isFullScreen: boolean;
  onFullScreen: () => void;
  areDetailsOpen: boolean;
  onDetails: (() => void) | undefined;
}

const modeLooks: Record<ViewMode, { label: string; icon: ReactNode }> = {
  correct: { label: '点选修改', icon: <PickIcon /> },
  compare: { label: '对比', icon: <CompareIcon /> },
  single: { label: '单图', icon: <SingleIcon /> },
  pair: { label: '并排', icon: <SideIcon /> },
  side: { label: '全部结果', icon: <WorksIcon /> },
};

export function StageToolbar(props: StageToolbarProps) {
  const { mode, modes, percent, canHold, onHold } = props;
  const hold = (isHolding: boolean) => () => onHold(isHolding);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="画面">
      <div className={styles.group}>
        {modes.length > 1 &&
          modes.map((item) => (
            <IconButton
              key={item}
              aria-pressed={item === mode}
              label={modeLooks[item].label}
              onClick={() => props.onMode(item)}
            >
              {modeLooks[item].icon}
            </IconButton>
          ))}
        {canHold && (
          <IconButton
            label="按住看原图"
            tip="按住看对比的那张"
            onPointerDown={hold(true)}
            onPointerUp={hold(false)}
            onPointerLeave={hold(false)}
            onPointerCancel={hold(false)}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter') && !event.ctrlKey && onHold(true)}
            onKeyUp={hold(false)}
            onBlur={hold(false)}
          >
            <EyeIcon />
          </IconButton>
        )}
        {props.counterpart}
      </div>
      <div className={styles.group}>
        {percent !== undefined && (
          <>
            <IconButton label="缩小" tip="缩小（-）" onClick={() => props.onZoom(1 / 1.5)}>
              <MinusIcon />
            </IconButton>
            <output className={styles.percent} aria-label="缩放比例">
              {percent}%
            </output>
            <IconButton label="放大" tip="放大（+）" onClick={() => props.onZoom(1.5)}>
              <PlusIcon />
            </IconButton>
            <IconButton label="适应窗口" tip="适应窗口（0）" onClick={props.onFit}>
              <FitIcon />
            </IconButton>
          </>
        )}
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
