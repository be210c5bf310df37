import type { CSSProperties, KeyboardEvent } from 'react';
import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera, BuildingView } from '#shared/domain/building-view';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import styles from './building.css';
import { CameraCaption } from './camera-caption';
import { cameraAfterKey } from './camera-keys';
import { shapeOf } from './camera-moves';
import type { Size } from './units';
import { useSketch } from './use-sketch';

interface MainSketchProps {
  modelId: string;
  view: BuildingView;
  ratio: BuildingRatio;
  size: Size;
  title: string;
  onCamera: (camera: BuildingCamera) => void;
}

const sketchSide = 960;
const restMs = 350;

/** The chosen view, drawn anew after each change; keys move its camera. */
export function MainSketch({ modelId, view, ratio, size, title, onCamera }: MainSketchProps) {
  const { camera } = view;
  const { src, isDrawing, problem, retry } = useSketch({ modelId, view, ratio, side: sketchSide, rank: 0, restMs });
  const onKeyDown = (event: KeyboardEvent) => {
    const after = cameraAfterKey(event, camera, size);
    if (!after) return;
    event.preventDefault();
    // Letters are keys of the page as well.
    event.stopPropagation();
    onCamera(after.camera);
  };
  return (
    <figure className={styles.main}>
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the camera, as the buttons beside it do
        tabIndex={0}
        aria-label={`${title}，方向键走动，Q、E 转头，R、F 升降，Z、C 绕行，T、G 抬头低头，加减号换焦距`}
        className={styles.sheet}
        style={{ '--shape': shapeOf(ratio) } as CSSProperties}
        aria-busy={isDrawing}
        onKeyDown={onKeyDown}
      >
        {src && <img src={src} alt={`${title}的草图`} data-stale={isDrawing || undefined} />}
        {isDrawing && !problem && (
          <span className={styles.waiting} role="status">
            <Spinner />
            {src ? '正在更新草图' : '正在画草图'}
          </span>
        )}
        {problem && (
          <div className={styles.failed} role="alert">
            <p>{problem}</p>
            <Button size="small" onClick={retry}>
              重试
            </Button>
          </div>
        )}
      </div>
      <CameraCaption title={title} camera={camera} />
    </figure>
  );
}
