import { type PointerEvent, useRef } from 'react';
import { CropFrame, type PicturePart } from '../../../ui/crop-frame';
import styles from './picture-search.css';

export const wholePicture: PicturePart = { x: 0, y: 0, width: 1, height: 1 };

/** Frames smaller than this are presses, which take the frame away. */
const smallest = 0.05;
const within = (value: number) => Math.min(1, Math.max(0, value));

interface CropBoxProps {
  src: string;
  part: PicturePart;
  onChange: (part: PicturePart) => void;
}

/** A picture on which a drag draws a frame. */
export function CropBox({ src, part, onChange }: CropBoxProps) {
  const start = useRef<{ x: number; y: number }>();
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) };
  };
  return (
    <div
      className={`relative overflow-hidden select-none ${styles.crop}`}
      role="img"
      aria-label={part === wholePicture ? '整张图' : '框选的部分'}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = placeOf(event);
      }}
      onPointerMove={(event) => {
        if (!start.current) return;
        const { x, y } = placeOf(event);
        const width = Math.abs(x - start.current.x);
        const height = Math.abs(y - start.current.y);
        const isFrame = width > smallest && height > smallest;
        onChange(
          isFrame ? { x: Math.min(x, start.current.x), y: Math.min(y, start.current.y), width, height } : wholePicture,
        );
      }}
      onPointerUp={() => {
        start.current = undefined;
      }}
    >
      <img src={src} alt="" draggable={false} />
      {part !== wholePicture && <CropFrame part={part} />}
    </div>
  );
}
