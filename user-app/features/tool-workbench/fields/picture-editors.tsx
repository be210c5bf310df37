import { lazy, Suspense, useRef, useState } from 'react';
import { formatBytes } from '#shared/domain/format';
import { uploadAccept } from '#shared/domain/upload-formats';
import { imageUrl, uploadedImage } from '@/data/image';
import { classNames } from '@/lib/class-names';
import drawingPaper from '@/ui/drawing-paper.css';
import { useDropTarget } from '@/ui/use-drop-target';
import { BareButton, Button } from '../../../ui/button';
import { pictureFieldOf } from '../field-rules';
import { CloseIcon, UploadIcon, WorksIcon } from '../icons';
import type { Upload } from '../use-intake';
import type { FieldEditorProps } from './field-editor';
import { PageChooser } from './page-chooser';
import styles from './pictures.css';

const WorksPicker = lazy(() => import('./works-picker'));

export function UploadProgress({
  upload,
  onCancel,
  onRetry,
}: {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}) {
  const percent = Math.round(upload.fraction * 100);
  const isStored = upload.fraction >= 1;
  return (
    <div className={styles.uploading}>
      {upload.problem ? (
        <p className={upload.isWaitingForLogin ? styles.uploadText : styles.problem} role="alert">
          {upload.problem}
        </p>
      ) : (
        <>
          <span className={styles.uploadText} role="status">
            {upload.note ?? (isStored ? '正在处理图片' : `上传中 ${percent}%`)}
          </span>
          <progress
            className={styles.progress}
            max={1}
            value={upload.fraction}
            aria-label={`${upload.file.name} 上传进度`}
          />
        </>
      )}
      <span className={styles.uploadActions}>
        {upload.problem && !upload.isRefused && (
          <Button look="text" onClick={onRetry}>
            {upload.isWaitingForLogin ? '登录' : '重试'}
          </Button>
        )}
        <Button look="text" onClick={onCancel}>
          {upload.problem ? '移除' : '取消'}
        </Button>
      </span>
    </div>
  );
}

/** The chosen file; only its name where browsers cannot draw it. */
export function UploadPreview({ upload, alt }: { upload: Upload; alt: string }) {
  if (upload.preview) return <img src={upload.preview} alt={alt} />;
  return <span className={styles.unseen}>{upload.file.name}</span>;
}

/** The hidden file chooser and the button that opens it. */
export function useFileChooser(isMultiple: boolean, onFiles: (files: File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = (
    <input
      ref={input}
      type="file"
      className={styles.fileInput}
      accept={uploadAccept}
      multiple={isMultiple}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  return { chooser, open: () => input.current?.click() };
}

/** Further ways to a picture: a sample in one click, or one of my works. */
export function PictureSources({
  name,
  field,
  tool,
  intake,
  isLoggedIn,
  onPick,
}: Omit<FieldEditorProps, 'onChange'> & { onPick: (imageId: string) => void }) {
  const [isPicking, setIsPicking] = useState(false);
  const isFirst = pictureFieldOf(tool)?.[0] === name;
  const sample = isFirst ? tool.sample?.before : undefined;
  const isPending = intake.samplePending === name;
  return (
    <div className={styles.sources}>
      {sample && (
        <Button look="text" disabled={isPending} onClick={() => intake.addSample(name, field, sample)}>
          {isPending ? '正在取示例图' : '用示例图试试'}
        </Button>
      )}
      {isLoggedIn && (
        <Button look="text" onClick={() => setIsPicking(true)}>
          <WorksIcon size={15} />
          从我的作品选
        </Button>
      )}
      {isPicking && (
        <Suspense fallback={null}>
          <WorksPicker
            onClose={() => setIsPicking(false)}
            onPick={(imageId) => {
              setIsPicking(false);
              onPick(imageId);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** One picture: drop, click, paste, sample or one of my works. */
export function ImageEditor(props: FieldEditorProps) {
  const { name, field, value, isDisabled, labelId, onChange, intake } = props;
  const take = (files: File[]) => intake.addFiles(name, field, files);
  const { chooser, open } = useFileChooser(false, take);
  const { isOver, handlers } = useDropTarget(take, isDisabled);
  const upload = intake.uploads.find((item) => item.field === name);
  const imageId = typeof value === 'string' && value !== '' ? value : undefined;
  const size = field.isRequired ? 'large' : 'small';

  if (upload || imageId) {
    const known = imageId ? uploadedImage(imageId) : undefined;
    return (
      <div className={styles.chosen} data-size={size} data-over={isOver || undefined} {...handlers}>
        {chooser}
        <div className={styles.picture}>
          {upload ? (
            <UploadPreview upload={upload} alt={`${field.label}预览`} />
          ) : (
            <img src={imageUrl(imageId ?? '', 720)} alt={`${field.label}预览`} />
          )}
          {upload && (
            <UploadProgress
              upload={upload}
              onCancel={() => intake.cancel(upload.id)}
              onRetry={() => intake.retry(upload.id)}
            />
          )}
        </div>
        <div className={styles.caption}>
          <span className={styles.facts}>
            {known && `${known.width} × ${known.height} · ${formatBytes(known.bytes)}`}
          </span>
          {!upload && (
            <>
              <Button look="text" disabled={isDisabled} onClick={open}>
                更换
              </Button>
              <Button look="text" disabled={isDisabled} onClick={() => onChange(undefined)}>
                移除
              </Button>
            </>
          )}
        </div>
        {imageId && (
          <PageChooser
            imageId={imageId}
            isDisabled={isDisabled || upload !== undefined}
            onChoose={(file, page) => intake.addFiles(name, field, [file], { page })}
          />
        )}
      </div>
    );
  }

  return (
    <div>
      {chooser}
      <BareButton
        className={classNames(drawingPaper.paper, styles.well)}
        data-size={size}
        data-over={isOver || undefined}
        disabled={isDisabled}
        aria-describedby={labelId}
        onClick={open}
        {...handlers}
      >
        <UploadIcon size={size === 'large' ? 22 : 18} />
        <span className={styles.wellText}>
          {isOver ? '松开即可上传' : `上传${field.label}`}
          <small>
            点击、拖入或直接粘贴
            <br />
            JPG、PNG、HEIC、TIFF、PDF 等，过大的会自动缩小
          </small>
        </span>
      </BareButton>
      <PictureSources {...props} onPick={onChange} />
    </div>
  );
}

/** A small removable picture in a list. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <BareButton className={styles.remove} aria-label={label} onClick={onClick}>
      <CloseIcon size={12} />
    </BareButton>
  );
}
