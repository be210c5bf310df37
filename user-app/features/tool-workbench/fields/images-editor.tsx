import { uploadAccept } from '#shared/domain/upload-formats';
import { useDropTarget } from '@/ui/use-drop-target';
import type { FieldEditorProps } from './field-editor';
import { moved } from './list-order';
import { PagesOfDocuments } from './page-chooser';
import { PictureSources, useFileChooser } from './picture-editors';
import { PictureList } from './picture-list';
import styles from './pictures.css';

/** Several pictures in an order. */
export function ImagesEditor(props: FieldEditorProps) {
  const { name, field, value, isDisabled, labelId, onChange, intake } = props;
  const pictures = Array.isArray(value) ? (value as string[]) : [];
  const uploads = intake.uploads.filter((upload) => upload.field === name);
  const { max = 20 } = field;
  const room = Math.max(0, max - pictures.length - uploads.length);
  const take = (files: File[]) => intake.addFiles(name, field, files.slice(0, room));
  const { chooser, open } = useFileChooser(true, uploadAccept, take);
  const { isOver, handlers } = useDropTarget(take, isDisabled || room === 0);
  const remove = (imageId: string) => onChange(pictures.filter((other) => other !== imageId));

  return (
    <div {...handlers}>
      {chooser}
      <PictureList
        pictures={pictures}
        uploads={uploads}
        intake={intake}
        max={max}
        labelId={labelId}
        addLabel={`添加${field.label}`}
        isDisabled={isDisabled}
        isOver={isOver}
        onOpen={open}
        onMove={(from, to) => onChange(moved(pictures, from, to))}
        onRemove={remove}
      />
      <PagesOfDocuments
        pictures={pictures}
        uploads={uploads}
        documents={intake.documents}
        isDisabled={isDisabled}
        hasRoom={room > 0}
        onAdd={(file, page) => intake.addFiles(name, field, [file], { page })}
        onRemove={remove}
      />
      <p className={styles.facts}>点击、拖入或直接粘贴，可一次选多张</p>
      <PictureSources
        {...props}
        most={room}
        onPick={(imageIds) => onChange([...new Set([...pictures, ...imageIds])].slice(0, max))}
      />
    </div>
  );
}
