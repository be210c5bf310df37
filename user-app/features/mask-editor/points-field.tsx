import { lazy, Suspense, useState } from 'react';
import { imageUrl } from '@/data/image';
import { type PictureSize, readPictureSize } from '@/data/image-mask';
import { toastFailure } from '@/lib/toast';
import { BareButton, Button } from '../../ui/button';
import { outlineOf, pointsFrom } from './engine/points';
import { pictureOf, type StageFieldProps } from './stage-field';
import styles from './stage-fields.css';

const PointsEditor = lazy(() => import('./points-editor'));

/** Points on a picture: two corners of a frame, or the corners of a plane. */
export function PointsField(props: StageFieldProps) {
  const { field, value, isDisabled, labelId, stage, onChange } = props;
  const imageId = pictureOf(props);
  const count = field.max ?? 1;
  const points = pointsFrom(value);
  const [known, setKnown] = useState<{ imageId: string; size: PictureSize }>();
  const [isOpen, setIsOpen] = useState(false);
  const size = known?.imageId === imageId ? known?.size : undefined;

  if (!imageId) return <p className={styles.note}>上传图片后在图上取点。</p>;
  const start = async () => {
    try {
      setKnown({ imageId, size: await readPictureSize(imageId) });
      setIsOpen(true);
    } catch (error) {
      toastFailure(error);
    }
  };
  const isSet = points.length === count;
  return (
    <div className={styles.field}>
      <BareButton className={styles.preview} disabled={isDisabled || !stage} aria-labelledby={labelId} onClick={start}>
        <img src={imageUrl(imageId, 320)} alt="" />
        {isSet && size && (
          <svg
            className={`absolute inset-0 w-full h-full ${styles.pointMarks}`}
            viewBox={`0 0 ${size.width} ${size.height}`}
            aria-hidden="true"
          >
            <polygon
              points={outlineOf(points, count)
                .map(({ x, y }) => `${x},${y}`)
                .join(' ')}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        )}
      </BareButton>
      <div className={styles.words}>
        <p className={styles.state} aria-live="polite">
          {isSet ? points.map(({ x, y }) => `${x},${y}`).join(' · ') : `未取点，共 ${count} 个`}
        </p>
        <div className="row gap-12">
          <Button size="small" disabled={isDisabled || !stage} onClick={start}>
            {isSet ? '修改' : '在图上取点'}
          </Button>
          {isSet && (
            <Button look="text" disabled={isDisabled} onClick={() => onChange([])}>
              清除
            </Button>
          )}
        </div>
      </div>
      {isOpen && size && stage && (
        <Suspense fallback={null}>
          <PointsEditor
            imageId={imageId}
            size={size}
            count={count}
            label={field.label}
            help={field.help}
            points={points}
            stage={stage}
            onDone={(next) => {
              onChange(next.length === count ? next : []);
              setIsOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
