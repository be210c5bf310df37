import type { BuildingCamera } from '#shared/domain/building-view';
import { lengthWords } from './units';

/** Name of a view with its place and lens. */
export function CameraCaption({ title, camera }: { title: string; camera: BuildingCamera }) {
  return (
    <figcaption className="text-second text-13 tabular">
      {title} · 眼高 {lengthWords(camera.y)} · 离中心 {lengthWords(Math.hypot(camera.x, camera.z))} · 焦距{' '}
      {Math.round(camera.lens)} mm
    </figcaption>
  );
}
