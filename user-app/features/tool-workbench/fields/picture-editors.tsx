import { lazy, Suspense, useRef, useState } from 'react';
import { openBuildings } from '@/features/building/door';
import { usePicturePicker } from '../../../lib/picture-picker';
import { BareButton, Button } from '../../../ui/button';
import { SingleIcon } from '../../../ui/icons';
import { takesBuilding } from '../building-base';
import { pictureFieldOf } from '../field-rules';
import { BuildingIcon, CloseIcon, WorksIcon } from '../icons';
import type { Upload } from '../use-intake';
import type { FieldEditorProps } from './field-editor';
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
    <div className={`grid absolute p-8-12 bg-surface text-12 tabular ${styles.uploading}`}>
      {upload.problem ? (
        <p className={upload.isWaitingForLogin ? 'nowrap' : styles.problem} role="alert">
          {upload.problem}
        </p>
      ) : (
        <>
          <span className="nowrap" role="status">
            {upload.note ?? (isStored ? '正在处理图片' : `上传中 ${percent}%`)}
          </span>
          <progress
            className={`w-full border-0 rounded-chip ${styles.progress}`}
            max={1}
            value={upload.fraction}
            aria-label={`${upload.file.name} 上传进度`}
          />
        </>
      )}
      <span className="flex gap-12">
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
  return <span className={`text-second text-13 text-center ${styles.unseen}`}>{upload.file.name}</span>;
}

/** The hidden file chooser and the button that opens it. */
export function useFileChooser(isMultiple: boolean, accept: string, onFiles: (files: File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = (
    <input
      ref={input}
      type="file"
      className="hidden"
      accept={accept}
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
  most,
  onPick,
}: Omit<FieldEditorProps, 'onChange'> & {
  /** Pictures that may be picked at once. */
  most: number;
  onPick: (imageIds: readonly string[]) => void;
}) {
  const [isPicking, setIsPicking] = useState(false);
  const [isInGallery, setInGallery] = useState(false);
  const GalleryPicker = usePicturePicker();
  const isFirst = pictureFieldOf(tool)?.[0] === name;
  const sample = isFirst ? tool.sample?.before : undefined;
  const isPending = intake.samplePending === name;
  return (
    <div className={`flex flex-wrap mt-8 ${styles.sources}`}>
      {sample && (
        <Button look="text" disabled={isPending || most === 0} onClick={() => intake.addSample(name, field, sample)}>
          {isPending ? '正在取示例图' : '用示例图试试'}
        </Button>
      )}
      {isLoggedIn && (
        <Button look="text" disabled={most === 0} onClick={() => setIsPicking(true)}>
          <WorksIcon size={15} />
          从我的作品选
        </Button>
      )}
      {GalleryPicker && (
        <Button look="text" disabled={most === 0} onClick={() => setInGallery(true)}>
          <SingleIcon size={15} />
          从灵感图库选
        </Button>
      )}
      {takesBuilding(tool, name) && (
        <Button look="text" onClick={openBuildings}>
          <BuildingIcon size={15} />
          建筑模型
        </Button>
      )}
      {GalleryPicker && isInGallery && (
        <Suspense fallback={null}>
          <GalleryPicker
            most={most}
            onClose={() => setInGallery(false)}
            onPick={(imageIds) => {
              setInGallery(false);
              onPick(imageIds);
            }}
          />
        </Suspense>
      )}
      {isPicking && (
        <Suspense fallback={null}>
          <WorksPicker
            most={most}
            onClose={() => setIsPicking(false)}
            onPick={(imageIds) => {
              setIsPicking(false);
              onPick(imageIds);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A small removable picture in a list. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <BareButton
      className={`grid absolute place-items-center p-0 border-0 rounded-chip bg-surface text-ink cursor-pointer ${styles.remove}`}
      aria-label={label}
      onClick={onClick}
    >
      <CloseIcon size={12} />
    </BareButton>
  );
}
