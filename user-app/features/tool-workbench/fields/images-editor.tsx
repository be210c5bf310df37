import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { imageUrl } from '@/data/image';
import { useDropTarget } from '@/ui/use-drop-target';
import { BareButton } from '../../../ui/button';
import { PlusIcon } from '../icons';
import type { FieldEditorProps } from './field-editor';
import { moved } from './list-order';
import { PictureSources, RemoveButton, UploadPreview, UploadProgress, useFileChooser } from './picture-editors';
import styles from './pictures.css';

const dragType = 'application/x-picture-index';

/** Several pictures in an order that can be changed by dragging, or with Alt and the arrow keys. */
export function ImagesEditor(props: FieldEditorProps) {
  const { name, field, value, isDisabled, labelId, onChange, intake } = props;
  const pictures = Array.isArray(value) ? (value as string[]) : [];
  const uploads = intake.uploads.filter((upload) => upload.field === name);
  const { max = 20 } = field;
  const room = max - pictures.length - uploads.length;
  const take = (files: File[]) => intake.addFiles(name, field, files.slice(0, Math.max(0, room)));
  const { chooser, open } = useFileChooser(true, take);
  const { isOver, handlers } = useDropTarget(take, isDisabled || room <= 0);
  const [said, setSaid] = useState('');

  const move = (from: number, to: number) => {
    onChange(moved(pictures, from, to));
    setSaid(`已移到第 ${to + 1} 位，共 ${pictures.length} 张`);
  };
  const byKey = (event: KeyboardEvent<HTMLLIElement>, index: number) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const list = event.currentTarget.parentElement;
    const to = index + step;
    if (step !== 0 && to >= 0 && to < pictures.length) {
      event.preventDefault();
      if (event.altKey) move(index, to);
      requestAnimationFrame(() => (list?.children[to] as HTMLElement | undefined)?.focus());
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && event.target === event.currentTarget) {
      event.preventDefault();
      onChange(pictures.toSpliced(index, 1));
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
    <div {...handlers}>
      {chooser}
      <ol className={styles.list} aria-labelledby={labelId} data-over={isOver || undefined}>
        {pictures.map((imageId, index) => (
          <li
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an item is moved and removed by keys
            tabIndex={0}
            key={imageId}
            className={styles.item}
            aria-label={`第 ${index + 1} 张，按 Alt 加左右方向键移动，按 Delete 移除`}
            draggable={!isDisabled}
            onKeyDown={(event) => byKey(event, index)}
            onDragStart={(event) => event.dataTransfer.setData(dragType, String(index))}
            onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
            onDrop={(event) => onDrop(event, index)}
          >
            <img src={imageUrl(imageId, 160)} alt="" />
            <span className={styles.index} aria-hidden="true">
              {index + 1}
            </span>
            <RemoveButton label={`移除第 ${index + 1} 张`} onClick={() => onChange(pictures.toSpliced(index, 1))} />
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
          <li className={styles.add}>
            <BareButton disabled={isDisabled} aria-label={`添加${field.label}`} onClick={open}>
              <PlusIcon />
              <small>
                {pictures.length} / {max}
              </small>
            </BareButton>
          </li>
        )}
      </ol>
      <p className={styles.facts}>点击、拖入或直接粘贴，可一次选多张</p>
      <PictureSources {...props} onPick={(imageId) => onChange([...pictures, imageId].slice(0, max))} />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
