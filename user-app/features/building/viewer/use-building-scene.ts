import { useMemoizedFn } from 'ahooks';
import { type RefObject, useEffect, useState } from 'react';
import { TransportError } from '#shared/client/transport';
import { readViewerFile } from '../../../data/building-models';
import { BuildingScene } from './building-scene';
import { loadBuilding } from './load-building';

/** The scene of a model on a canvas, when its file has come. @param onFailed the model cannot be shown in 3D here */
export function useBuildingScene(
  modelId: string,
  canvas: RefObject<HTMLCanvasElement>,
  onFailed: () => void,
): BuildingScene | undefined {
  const [scene, setScene] = useState<BuildingScene>();
  const tellFailure = useMemoizedFn(onFailed);
  useEffect(() => {
    const leaving = new AbortController();
    let made: BuildingScene | undefined;
    const open = async () => {
      try {
        const building = await loadBuilding(await readViewerFile(modelId, leaving.signal));
        if (leaving.signal.aborted || !canvas.current) return;
        made = new BuildingScene(canvas.current, building);
        setScene(made);
      } catch (error) {
        const isLeft = leaving.signal.aborted || (error instanceof TransportError && error.kind === 'aborted');
        if (!isLeft) tellFailure();
      }
    };
    void open();
    return () => {
      leaving.abort();
      made?.dispose();
      setScene(undefined);
    };
  }, [modelId, canvas, tellFailure]);
  return scene;
}
