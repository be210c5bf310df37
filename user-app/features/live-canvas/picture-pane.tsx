import { type CSSProperties, useEffect, useRef } from 'react';
import { ailive } from '#shared/tools/outdoor';
import { unitPriceWords } from '#shared/tools/price-words';
import type { Size } from '@/canvas/geometry';
import { Link } from '../../lib/router';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import type { LiveState } from './engine/live-state';
import { CloseIcon } from './icons';
import styles from './picture.css';

interface PicturePaneProps {
  live: LiveState;
  paper: Size;
  /** Engine and quality of the picture. */
  engineLabel: string;
  ticketsLeft: number | undefined;
  isLoggedIn: boolean;
  isBlank: boolean;
  isKeyMode: boolean;
  savedTask: string | undefined;
  onStart: () => void;
  onResume: () => void;
  onTickets: () => void;
  onRender: () => void;
  onForgetSaved: () => void;
}

/** The picture that follows the drawing, and why it does not when it does not. */
export function PicturePane(props: PicturePaneProps) {
  const { live, paper, engineLabel, savedTask } = props;
  const { picture, phase, hasChanges, isRendering } = live;
  return (
    <div className={`grid relative place-items-center min-w-0 min-h-0 p-12 bg-sunken ${styles.stage}`}>
      <div
        className={`relative bg-surface ${styles.frame}`}
        style={{ '--ratio': paper.width / paper.height, aspectRatio: paper.width / paper.height } as CSSProperties}
      >
        {picture ? (
          <LivePicture picture={picture} sequence={live.shownSequence} />
        ) : (
          <div className="absolute inset-0" data-waiting={isRendering || undefined} />
        )}
        {picture && engineLabel && (
          <span className={`absolute rounded-input text-paper text-12 leading-18 ${styles.label}`}>{engineLabel}</span>
        )}
        {picture && props.isKeyMode && phase === 'live' && hasChanges && (
          <Button className={`absolute ${styles.render}`} onClick={props.onRender}>
            渲染这一笔（Enter）
          </Button>
        )}
        <Cover {...props} />
      </div>
      {savedTask && (
        <p
          className={`row absolute gap-8 border rounded-card bg-surface shadow-float text-13 ${styles.saved}`}
          role="status"
        >
          已保存，正在按画布原尺寸出图，不扣券。
          <Link to="/aiDesignMangement">查看作品</Link>
          <IconButton size="small" label="关闭提示" onClick={props.onForgetSaved}>
            <CloseIcon size={14} />
          </IconButton>
        </p>
      )}
    </div>
  );
}

/** Drawn on a canvas, so that one picture replaces the other without a gap. */
function LivePicture({ picture, sequence }: { picture: Blob; sequence: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(picture).then(
      (bitmap) => {
        const element = canvas.current;
        if (isCurrent && element) {
          element.width = bitmap.width;
          element.height = bitmap.height;
          element.getContext('2d')?.drawImage(bitmap, 0, 0);
          element.dataset.sequence = String(sequence);
        }
        bitmap.close();
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [picture, sequence]);
  return (
    <canvas ref={canvas} className={`block w-full h-full ${styles.picture}`} role="img" aria-label="实时渲染的画面" />
  );
}

/** Cover of the picture while it does not follow the drawing: how to start, or to continue. */
function Cover({ live, ticketsLeft, isLoggedIn, isBlank, onStart, onResume, onTickets }: PicturePaneProps) {
  const { phase, problem, picture } = live;
  if (phase === 'live' || phase === 'idle') return null;
  if (phase === 'opening') {
    return picture ? null : (
      <div className={styles.cover} role="status">
        <p>正在开始</p>
      </div>
    );
  }
  if (phase === 'off') {
    return (
      <div className={styles.cover}>
        <h2>边画边出图</h2>
        <p>
          {isBlank
            ? '在画布上画几笔或选一张示例草图，这里实时变成画面。'
            : '画布已就绪，开始后每一笔都会立刻变成画面。'}
        </p>
        <Button look="primary" size="large" onClick={onStart}>
          开始实时渲染
        </Button>
        <p className={styles.price}>{unitPriceWords(ailive, undefined)}（只算动笔的时间，停笔 20 秒自动暂停）</p>
        {isLoggedIn && ticketsLeft !== undefined && (
          <p className={styles.price}>
            剩余 {ticketsLeft} 张实时券
            {ticketsLeft === 0 && (
              <Button look="text" onClick={onTickets}>
                看怎么获得
              </Button>
            )}
          </p>
        )}
      </div>
    );
  }
  if (phase === 'paused') {
    return (
      <div className={styles.bar}>
        <p>已暂停，不计时。画布照常可画。</p>
        <Button size="small" onClick={onResume}>
          继续
        </Button>
      </div>
    );
  }
  if (phase === 'reconnecting') {
    return (
      <div className={styles.bar}>
        <p>连接断了，正在重试。画的内容都在，不会丢。</p>
        <Button size="small" onClick={onResume}>
          立即重试
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.bar} role="alert">
      <p>{problem}</p>
      {phase === 'short' && (
        <Button size="small" onClick={onTickets}>
          获得实时券
        </Button>
      )}
      <Button size="small" onClick={onResume}>
        {phase === 'taken' ? '在这里继续' : '重试'}
      </Button>
    </div>
  );
}
