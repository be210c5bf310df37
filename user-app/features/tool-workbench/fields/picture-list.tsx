import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { imageUrl } from '@/data/image';
import { BareButton } from '../../../ui/button';
import { PlusIcon } from '../icons';
import type { Intake, Upload } from '../use-intake';
import type { PictureState } from './field-editor';
import { RemoveButton, UploadPreview, UploadProgress } from './picture-editors';
import styles from './pictures.css';

const dragType = 'application/x-picture-index';

interface PictureListProps {
  pictures: readonly string[];
  uploads: readonly Upload[];
  intake: Intake;
  max: number;
  labelId: string;
  /** Name of the button that adds further ones. */
  addLabel: string;
  isDisabled: boolean;
  isOver: boolean;
  onOpen: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: (imageId: string) => void;
  /** The picture that is looked at, and how another one is; without it the pictures are only put in order. */
  look?: { current: unknown; at: (imageId: string) => void };
  stateOf?: (imageId: string) => PictureState | undefined;
}

/** Small pictures in an order that can be changed by dragging, or with Alt and the arrow keys. */
export function PictureList(props: PictureListProps) {
  const { pictures, uploads, intake, max, labelId, isDisabled, isOver, onMove, onRemove, look } = props;
  const [said, setSaid] = useState('');
  const room = max - pictures.length - uploads.length;

  const move = (from: number, to: number) => {
    onMove(from, to);
    setSaid(`已移到第 ${to + 1} 位，共 ${pictures.length} 张`);
  };
  const byKey = (event: KeyboardEvent<HTMLLIElement>, index: number) => {
    const list = event.currentTarget.parentElement;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const to = index + step;
    if (step !== 0 && to >= 0 && to < pictures.length) {
      event.preventDefault();
      if (event.altKey) move(index, to);
      requestAnimationFrame(() => list?.children[to]?.querySelector<HTMLElement>('[data-stop]')?.focus());
    }
    const isOnPicture = (event.target as Element).hasAttribute('data-stop');
    const imageId = pictures[index];
    if ((event.key === 'Delete' || event.key === 'Backspace') && isOnPicture && imageId) {
      event.preventDefault();
      onRemove(imageId);
    }
  };
  const onDrop = (event: DragEvent, index: number) => {
    const from = event.dataTransfer.getData(dragType);
    if (from === '') return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), index);
  };

  return (
    <>
      <ol
        className={`grid gap-8 p-0 rounded-card ${styles.list}`}
        aria-labelledby={labelId}
        data-over={isOver || undefined}
      >
        {pictures.map((imageId, index) => (
          <li
            key={imageId}
            className={styles.item}
            data-current={(look && look.current === imageId) || undefined}
            draggable={!isDisabled}
            onKeyDown={(event) => byKey(event, index)}
            onDragStart={(event) => event.dataTransfer.setData(dragType, String(index))}
            onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
            onDrop={(event) => onDrop(event, index)}
          >
            <Stop index={index} imageId={imageId} look={look}>
              <img src={imageUrl(imageId, 160)} alt="" draggable={false} />
              <span
                className={`absolute rounded-chip bg-surface text-12 leading-18 tabular text-center ${styles.index}`}
                aria-hidden="true"
              >
                {index + 1}
              </span>
            </Stop>
            <StateChip state={props.stateOf?.(imageId)} />
            {!isDisabled && <RemoveButton label={`移除第 ${index + 1} 张`} onClick={() => onRemove(imageId)} />}
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={`upload-${upload.id}`} className={styles.item}>
            <UploadPreview upload={upload} alt="" />
            <UploadProgress
              upload={upload}
              onCancel={() => intake.cancel(upload.id)}
              onRetry={() => intake.retry(upload.id)}
            />
          </li>
        ))}
        {room > 0 && (
          <li className={`relative overflow-hidden border rounded-input bg-sunken ${styles.add}`}>
            <BareButton
              disabled={isDisabled}
              aria-label={`${props.addLabel}，${pictures.length} / ${max}`}
              onClick={props.onOpen}
            >
              <PlusIcon />
              <small>
                {pictures.length} / {max}
              </small>
            </BareButton>
          </li>
        )}
      </ol>
      <Notes pictures={pictures} intake={intake} />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  );
}

const keys = '按 Alt 加左右方向键移动，按 Delete 移除';

/** Focusable element of a picture: a button that opens it, or a place that only moves it. */
function Stop({
  index,
  imageId,
  look,
  children,
}: {
  index: number;
  imageId: string;
  look: PictureListProps['look'];
  children: ReactNode;
}) {
  const name = `第 ${index + 1} 张，${keys}`;
  if (!look)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an item is moved and removed by keys
      <span data-stop="" className={styles.stop} tabIndex={0} role="img" aria-label={name}>
        {children}
      </span>
    );
  return (
    <BareButton
      data-stop=""
      className={styles.stop}
      aria-label={name}
      aria-pressed={look.current === imageId}
      onClick={() => look.at(imageId)}
    >
      {children}
    </BareButton>
  );
}

function StateChip({ state }: { state: PictureState | undefined }) {
  if (!state) return null;
  return (
    <span
      className={`absolute rounded-chip bg-surface text-ink text-12 leading-18 nowrap pointer-events-none ${styles.stateChip}`}
      data-problem={state.isProblem || undefined}
    >
      {state.words}
    </span>
  );
}

/** Notes on changes to the pictures before they were sent. */
function Notes({ pictures, intake }: Pick<PictureListProps, 'pictures' | 'intake'>) {
  return pictures.map((imageId, index) => {
    const note = intake.facts[imageId]?.note;
    return (
      note && (
        <p key={imageId} className={styles.pictureNote}>
          第 {index + 1} 张{note}
        </p>
      )
    );
  });
}
