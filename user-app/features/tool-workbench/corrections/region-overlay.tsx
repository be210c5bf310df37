import { useEffect, useRef } from 'react';
import styles from './corrections.css';
import type { PictureMap } from './picture-map';

/** Colours one finding, as an overlay over the picture. */
export function RegionOverlay({ map, label }: { map: PictureMap; label: number | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    context.clearRect(0, 0, map.width, map.height);
    if (label === undefined) return;
    const overlay = context.createImageData(map.width, map.height);
    const pixels = new Uint32Array(overlay.data.buffer);
    for (let at = 0; at < pixels.length; at += 1) if (map.labels[at] === label) pixels[at] = 0xff000000;
    context.putImageData(overlay, 0, 0);
    context.globalCompositeOperation = 'source-in';
    context.fillStyle = getComputedStyle(element).color;
    context.fillRect(0, 0, map.width, map.height);
    context.globalCompositeOperation = 'source-over';
  }, [map, label]);
  return (
    <canvas
      ref={canvas}
      className={`absolute inset-0 w-full h-full pointer-events-none ${styles.overlay}`}
      width={map.width}
      height={map.height}
    />
  );
}
