import { useId } from 'react';
import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import { Button } from '../../ui/button';
import { Slider } from '../../ui/slider';
import { Switch } from '../../ui/switch';
import styles from './building.css';
import { cameraButtons } from './camera-keys';
import { isTwoPoint, lensRange, moved, withTwoPoint } from './camera-moves';
import type { Size } from './units';

interface CameraControlsProps {
  camera: BuildingCamera;
  ratio: BuildingRatio;
  size: Size;
  onChange: (camera: BuildingCamera) => void;
}

/** Steps of the camera, its lens, and upright verticals. */
export function CameraControls({ camera, ratio, size, onChange }: CameraControlsProps) {
  const labelId = useId();
  return (
    <>
      <div className={styles.pad} role="group" aria-label="移动相机">
        {cameraButtons.map(([move, words, [key = '']]) => (
          <Button
            key={move}
            size="small"
            title={`${words}：${key.toUpperCase()}`}
            onClick={() => onChange(moved(camera, move, size))}
          >
            {words}
          </Button>
        ))}
      </div>
      <Slider
        label="焦距"
        {...lensRange}
        value={Math.round(camera.lens)}
        start={28}
        said={`${Math.round(camera.lens)} mm`}
        onChange={(lens) => onChange({ ...camera, lens })}
      />
      <div className="row justify-between gap-12">
        <span id={labelId} className="text-second">
          两点透视（竖线不倒）
        </span>
        <Switch
          labelId={labelId}
          isOn={isTwoPoint(camera)}
          onChange={(isOn) => onChange(withTwoPoint(camera, isOn, ratio))}
        />
      </div>
    </>
  );
}
