import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BuildingFacts, BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera, BuildingView } from '#shared/domain/building-view';
import { sunPosition } from '#shared/domain/sun-position';
import { Button } from '../../../ui/button';
import { Segments } from '../../../ui/segments';
import { Spinner } from '../../../ui/spinner';
import building from '../building.css';
import { CameraCaption } from '../camera-caption';
import { cameraAfterKey } from '../camera-keys';
import { shapeOf } from '../camera-moves';
import type { BuildingScene, Section } from './building-scene';
import { daylightAt } from './daylight-colours';
import { PickedPart } from './picked-part';
import { allShown, isAllShown, type Shown, shownParts } from './shown-parts';
import { useBuildingScene } from './use-building-scene';
import { useViewerPointer, type ViewerMode } from './use-viewer-pointer';
import styles from './viewer.css';
import { ViewerPanel } from './viewer-panel';

export interface ViewerProps {
  modelId: string;
  facts: BuildingFacts;
  view: BuildingView;
  ratio: BuildingRatio;
  title: string;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
  /** The camera of the view was moved. */
  onCamera: (camera: BuildingCamera) => void;
  /** Another view was chosen. */
  onView: (camera: BuildingCamera) => void;
  /** The model cannot be shown here. */
  onFailed: () => void;
}

const modes = [
  ['orbit', '环绕'],
  ['walk', '漫步'],
] as const;
/** Moves after which a walker stands on the floor. */
const steps = new Set(['nearer', 'farther', 'left', 'right']);

/** The model itself, turned and walked through by mouse, fingers and keys, in the light of its hour. */
export function Viewer(props: ViewerProps) {
  const { modelId, facts, view, ratio, title, north, onCamera, onView, onFailed } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const scene = useBuildingScene(modelId, canvas, onFailed);
  const [mode, setMode] = useState<ViewerMode>('orbit');
  const [shown, setShown] = useState<Shown>(allShown);
  const [section, setSection] = useState<Section>();
  const [picked, setPicked] = useState<number>();
  useCanvasSize(scene, canvas, sheet, ratio);
  useSceneState(scene, { view, north, shown, section });
  useViewerPointer({ canvas, scene, camera: view.camera, ratio, mode, onCamera, onPress: setPicked });

  const walk = (next: ViewerMode) => {
    setMode(next);
    if (next === 'walk' && scene) onCamera(onFloor(scene, view.camera));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const after = cameraAfterKey(event, view.camera, facts.size);
    if (!after && event.key !== 'Enter') return;
    event.preventDefault();
    // Letters are keys of the page as well.
    event.stopPropagation();
    if (!after) setPicked(scene?.hitAt(0.5, 0.5)?.part);
    else
      onCamera(mode === 'walk' && scene && steps.has(after.move ?? '') ? onFloor(scene, after.camera) : after.camera);
  };
  const backdrop = useMemo(() => backdropOf(view), [view]);
  return (
    <>
      <figure className={building.main}>
        <div
          ref={sheet}
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the camera, as the buttons beside it do
          tabIndex={0}
          aria-label={`${title}，方向键走动，Q、E 转头，R、F 升降，Z、C 绕行，T、G 抬头低头，加减号换焦距，回车选中画面正中的构件`}
          className={building.sheet}
          style={{ '--shape': shapeOf(ratio) } as CSSProperties}
          aria-busy={!scene}
          onKeyDown={onKeyDown}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${title}的三维视图`}
            className={styles.canvas}
            style={{ background: backdrop }}
            hidden={!scene}
          />
          {!scene && (
            <span className={building.waiting} role="status">
              <Spinner />
              正在打开三维模型
            </span>
          )}
          {scene && (
            <div className={styles.bar}>
              <Segments label="怎样移动" options={modes} value={mode} onChange={walk} />
            </div>
          )}
          {scene && picked !== undefined && (
            <PickedPart
              key={picked}
              part={picked}
              building={scene.building}
              facts={facts}
              onHide={() => {
                setShown({ ...shown, only: undefined, hiddenParts: [...shown.hiddenParts, picked] });
                setPicked(undefined);
              }}
              onIsolate={() => setShown({ ...shown, only: picked })}
              onClose={() => setPicked(undefined)}
            />
          )}
        </div>
        <CameraCaption title={title} camera={view.camera} />
        {(!isAllShown(shown) || section) && (
          <p className={styles.notice} role="status">
            隐藏和剖切只在这里看，底图画的是整个模型。
            <Button
              look="text"
              onClick={() => {
                setShown(allShown);
                setSection(undefined);
                setPicked(undefined);
              }}
            >
              全部显示
            </Button>
          </p>
        )}
      </figure>
      {scene && (
        <ViewerPanel
          modelId={modelId}
          facts={facts}
          building={scene.building}
          camera={view.camera}
          {...{ shown, section, setShown, setSection, onView }}
        />
      )}
    </>
  );
}

const onFloor = (scene: BuildingScene, camera: BuildingCamera): BuildingCamera => ({
  ...camera,
  y: scene.eyeHeightAt(camera),
});

function backdropOf({ sun, look }: BuildingView): string {
  if (look === 'clay') return '#d9dde2';
  const [top, horizon] = daylightAt(sunPosition(sun).altitude).backdrop;
  return `linear-gradient(${top}, ${horizon} 62%)`;
}

/** Keeps the canvas as large as its sheet allows in the shape of the picture. */
function useCanvasSize(
  scene: BuildingScene | undefined,
  canvas: React.RefObject<HTMLCanvasElement>,
  sheet: React.RefObject<HTMLDivElement>,
  ratio: BuildingRatio,
): void {
  const fit = useCallback(() => {
    if (!sheet.current || !canvas.current || !scene) return;
    const { clientWidth, clientHeight } = sheet.current;
    const width = Math.max(1, Math.min(clientWidth, clientHeight * shapeOf(ratio)));
    const height = width / shapeOf(ratio);
    Object.assign(canvas.current.style, { width: `${width}px`, height: `${height}px` });
    scene.setSize({ width, height });
  }, [scene, canvas, sheet, ratio]);
  useEffect(() => {
    if (!sheet.current) return;
    const observer = new ResizeObserver(fit);
    observer.observe(sheet.current);
    return () => observer.disconnect();
  }, [fit, sheet]);
}

interface SceneState {
  view: BuildingView;
  north: number;
  shown: Shown;
  section: Section | undefined;
}

/** Brings what is chosen into the picture. */
function useSceneState(scene: BuildingScene | undefined, { view, north, shown, section }: SceneState): void {
  const { camera, sun, look } = view;
  useEffect(() => scene?.setCamera(camera), [scene, camera]);
  useEffect(() => scene?.setLight({ sun, look }, north), [scene, sun, look, north]);
  useEffect(() => scene?.setShown(shownParts(scene.building, shown)), [scene, shown]);
  useEffect(() => scene?.setSection(section), [scene, section]);
}
