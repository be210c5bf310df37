import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';
import { setAvatar, useCurrentUser } from '../../data/user';
import { closeDialog } from '../../lib/product-state';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './product-dialogs.css';
import { type Crop, cutOf, keptInside, scaleOf, startCrop, zoomed } from './square-crop';

const side = 240;
/** Pixels of the picture that is kept. */
const keptSide = 160;
const mostZoom = 4;
const step = 8;

const close = () => closeDialog('userFace');

/** The person's picture: chosen, cut to a square and kept, or taken away. */
export default function FaceDialog() {
  const { user, refresh } = useCurrentUser();
  const [picture, setPicture] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState<Crop>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  useEffect(() => () => URL.revokeObjectURL(picture?.src ?? ''), [picture]);

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    setProblem('');
    const image = new Image();
    image.src = URL.createObjectURL(chosen);
    try {
      await image.decode();
      setCrop(startCrop(sizeOf(image), side));
      setPicture(image);
    } catch {
      URL.revokeObjectURL(image.src);
      setProblem('这个文件打不开，请换一张 JPG、PNG 或 WebP 图片');
    }
  };

  const keep = async (avatar: string) => {
    setBusy(true);
    setProblem('');
    try {
      await setAvatar(avatar);
      await refresh();
      close();
    } catch (error) {
      setProblem(failureWords(error, '没有保存，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      size="small"
      title="更换头像"
      staysOnPress
      onClose={close}
      actions={
        <>
          {user?.avatar && !picture && (
            <Button disabled={isBusy} onClick={() => void keep('')}>
              恢复默认
            </Button>
          )}
          <Button look={picture ? 'plain' : 'primary'} disabled={isBusy} onClick={() => file.current?.click()}>
            {picture ? '换一张' : '选择图片'}
          </Button>
          {picture && crop && (
            <Button look="primary" disabled={isBusy} onClick={() => void keep(drawn(picture, crop))}>
              {isBusy ? '正在保存' : '用作头像'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid justify-items-center gap-16">
        {picture && crop ? (
          <Cropper picture={picture} crop={crop} onCrop={setCrop} />
        ) : (
          <p>选一张图片，截取正方形的一块当头像。图片只在这台设备上裁剪，保存的是 {keptSide} 像素的小图。</p>
        )}
        <p role="alert" className={`text-danger text-13 ${styles.problem}`}>
          {problem}
        </p>
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="头像图片"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
    </Dialog>
  );
}

interface CropperProps {
  picture: HTMLImageElement;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

/** The picture under a round window: dragged or moved by arrow keys, made larger by the slider. */
function Cropper({ picture, crop, onCrop }: CropperProps) {
  const size = sizeOf(picture);
  const move = (x: number, y: number) => onCrop(keptInside({ ...crop, x: crop.x + x, y: crop.y + y }, size, side));
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 1) move(event.movementX, event.movementY);
  };
  const byKey = (event: KeyboardEvent) => {
    const ways: Record<string, readonly [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    move(...way);
  };
  const scale = scaleOf(size, side, crop.zoom);
  return (
    <>
      <div
        role="group"
        aria-label="裁剪，方向键移动"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        className={`relative overflow-hidden rounded-card bg-sunken ${styles.crop}`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={byPointer}
        onKeyDown={byKey}
      >
        <img
          src={picture.src}
          alt="选的图片"
          draggable={false}
          width={size.width}
          height={size.height}
          style={{ transform: `translate(${crop.x}px, ${crop.y}px) scale(${scale})` }}
        />
      </div>
      <label className={`row gap-12 text-13 ${styles.zoom}`}>
        放大
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => onCrop(zoomed(crop, Number(target.value), size, side))}
        />
      </label>
    </>
  );
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height });

/** The cropped picture, as a data URL. */
function drawn(picture: HTMLImageElement, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = keptSide;
  canvas.height = keptSide;
  const pen = canvas.getContext('2d');
  const cut = cutOf(crop, sizeOf(picture), side);
  if (pen) {
    // See-through parts lie on paper.
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper') || '#fff';
    pen.fillRect(0, 0, keptSide, keptSide);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, cut.left, cut.top, cut.side, cut.side, 0, 0, keptSide, keptSide);
  }
  return canvas.toDataURL('image/jpeg', 0.86);
}
