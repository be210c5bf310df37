import { formatBytes } from '#shared/domain/format';
import { useTakenView } from '@/data/building-views';
import { imageUrl, uploadedImage } from '@/data/image';
import { classNames } from '@/lib/class-names';
import drawingPaper from '@/ui/drawing-paper.css';
import { useDropTarget } from '@/ui/use-drop-target';
import { BareButton, Button } from '../../../ui/button';
import { acceptOf, takesBuilding } from '../building-base';
import { UploadIcon } from '../icons';
import type { Upload } from '../use-intake';
import { BuildingWays, ViewBadge } from './building-ways';
import type { FieldEditorProps } from './field-editor';
import { PageChooser } from './page-chooser';
import { PictureSources, UploadPreview, UploadProgress, useFileChooser } from './picture-editors';
import styles from './pictures.css';
import { SeveralEditor, SurplusLine } from './several-editor';

/** One picture, or several that are started in one go: drop, click, paste, sample or one of my works. */
export function ImageEditor(props: FieldEditorProps) {
  const several = props.several?.name === props.name ? props.several : undefined;
  const coming = props.intake.uploads.filter((item) => item.field === props.name && item.isAdded && !item.isRefused);
  const count = (several?.pictures.length ?? 0) + coming.length;
  if (several && count > 1) return <SeveralEditor {...props} several={several} />;
  return <OneEditor {...props} several={several} />;
}

function OneEditor(props: FieldEditorProps) {
  const { name, field, value, isDisabled, labelId, onChange, intake, several } = props;
  const take = (files: File[]) => intake.addFiles(name, field, files);
  const accept = acceptOf(props.tool, name);
  const { chooser, open } = useFileChooser(several !== undefined, accept, take);
  const { isOver, handlers } = useDropTarget(take, isDisabled);
  const upload = intake.uploads.find((item) => item.field === name);
  const imageId = typeof value === 'string' && value !== '' ? value : undefined;
  const size = field.isRequired ? 'large' : 'small';

  if (upload || imageId) {
    return <ChosenPicture {...props} upload={upload} imageId={imageId} isOver={isOver} dropHandlers={handlers} />;
  }

  return (
    <div>
      {chooser}
      <BareButton
        className={classNames(
          drawingPaper.paper,
          'stack items-center justify-center gap-12 w-full p-16 text-ink',
          styles.well,
        )}
        data-size={size}
        data-over={isOver || undefined}
        disabled={isDisabled}
        aria-describedby={labelId}
        onClick={open}
        {...handlers}
      >
        <UploadIcon size={size === 'large' ? 22 : 18} />
        <span className={`bg-surface font-medium ${styles.wellText}`}>
          {isOver ? '松开即可上传' : `上传${field.label}`}
          <small>{several ? '点击、拖入或直接粘贴，可一次选多张' : '点击、拖入或直接粘贴'}</small>
          <small>JPG、PNG、HEIC、TIFF、PDF 等，过大的会自动缩小</small>
          {takesBuilding(props.tool, name) && <small>建筑模型：IFC、GLB、OBJ，或装着它们的 ZIP</small>}
        </span>
      </BareButton>
      <PictureSources
        {...props}
        most={several?.limit ?? 1}
        onPick={several ? several.onAdd : ([imageId]) => onChange(imageId)}
      />
    </div>
  );
}

interface ChosenPictureProps extends FieldEditorProps {
  upload: Upload | undefined;
  imageId: string | undefined;
  isOver: boolean;
  dropHandlers: ReturnType<typeof useDropTarget>['handlers'];
}

/** The picture of the field, or its upload, with what can be done with it. */
function ChosenPicture({ upload, imageId, isOver, dropHandlers, ...props }: ChosenPictureProps) {
  const { name, field, isDisabled, onChange, intake, several } = props;
  const take = (files: File[]) => intake.addFiles(name, field, files);
  const accept = acceptOf(props.tool, name);
  const replacing = useFileChooser(false, accept, take);
  const adding = useFileChooser(true, accept, (files) => intake.addFiles(name, field, files, { isAdded: true }));
  const size = field.isRequired ? 'large' : 'small';
  const facts = imageId ? intake.facts[imageId] : undefined;
  const stored = facts?.size ?? (imageId ? uploadedImage(imageId) : undefined);
  const note = upload ? undefined : facts?.note;
  const takenView = useTakenView(upload ? undefined : imageId);
  return (
    <div className={styles.chosen} data-size={size} data-over={isOver || undefined} {...dropHandlers}>
      {replacing.chooser}
      {several && adding.chooser}
      <div
        className={`grid relative place-items-center overflow-hidden border rounded-card bg-sunken ${styles.picture}`}
      >
        {upload ? (
          <UploadPreview upload={upload} alt={`${field.label}预览`} />
        ) : (
          <img src={imageUrl(imageId ?? '', 720)} alt={`${field.label}预览`} />
        )}
        <ViewBadge view={takenView} isDisabled={isDisabled} />
        {upload && (
          <UploadProgress
            upload={upload}
            onCancel={() => intake.cancel(upload.id)}
            onRetry={() => intake.retry(upload.id)}
          />
        )}
      </div>
      <div className={`row flex-wrap ${styles.caption}`}>
        <span className={styles.facts}>
          {stored && `${stored.width} × ${stored.height} · ${formatBytes(stored.bytes)}`}
        </span>
        {!upload && (
          <>
            {several && (
              <Button look="text" disabled={isDisabled} title="一次处理多张底图" onClick={adding.open}>
                再加几张
              </Button>
            )}
            <Button look="text" disabled={isDisabled} onClick={replacing.open}>
              更换
            </Button>
            <Button look="text" disabled={isDisabled} onClick={() => onChange(undefined)}>
              移除
            </Button>
          </>
        )}
      </div>
      {upload?.isBuilding && <BuildingWays file={upload.file} />}
      {note && <p className={styles.pictureNote}>{note}</p>}
      {several && <SurplusLine several={several} />}
      {imageId && (
        <PageChooser
          imageId={imageId}
          documents={intake.documents}
          isDisabled={isDisabled || upload !== undefined}
          onChoose={(file, page) => intake.addFiles(name, field, [file], { page })}
        />
      )}
    </div>
  );
}
