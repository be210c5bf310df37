import { useEffect, useRef, useState } from 'react';
import { uploadAccept } from '#shared/domain/upload-formats';
import { inspectFile, uploadImage } from '../../../data/image';
import { history } from '../../../lib/router';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { Button } from '../../../ui/button';
import type { PicturePart } from '../../../ui/crop-frame';
import { Dialog } from '../../../ui/dialog';
import { useDropTarget } from '../../../ui/use-drop-target';
import { CropBox, wholePicture } from './crop-box';
import styles from './picture-search.css';

/** Looks for pictures like one that is dropped, pasted or chosen; a part of it may be framed. */
export default function PictureSearchDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<string>();
  const [part, setPart] = useState<PicturePart>(wholePicture);
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = async ([next]: readonly File[]) => {
    if (!next) return;
    const { refusal, isDrawable } = await inspectFile(next);
    setProblem(refusal ?? (isDrawable ? '' : '这种文件不能框选，将用整张图查找'));
    if (refusal) return;
    setFile(next);
    setPart(wholePicture);
    setPreview(isDrawable ? URL.createObjectURL(next) : undefined);
  };
  const drop = useDropTarget((files) => void take(files));
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => void latest.current([...(event.clipboardData?.files ?? [])]);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  const search = async () => {
    if (!file) return;
    setSending(true);
    try {
      await withLogin(async () => {
        const { imageId } = await uploadImage(file);
        const query = new URLSearchParams({ image: imageId });
        if (part !== wholePicture)
          query.set('crop', [part.x, part.y, part.width, part.height].map((side) => side.toFixed(3)).join(','));
        onClose();
        history.push(`/similar/image?${query}`);
      }, '登录后以图搜图');
    } catch (error) {
      toastFailure(error);
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog
      title="以图搜图"
      size="wide"
      onClose={onClose}
      actions={
        <>
          {file && <Button onClick={() => input.current?.click()}>换一张</Button>}
          <Button look="primary" disabled={!file || isSending} onClick={() => void search()}>
            {isSending ? '正在上传' : '找相似的图'}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={uploadAccept}
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {problem && <p role="alert">{problem}</p>}
      {preview ? (
        <CropBox src={preview} part={part} onChange={setPart} />
      ) : (
        <div
          className={
            drop.isOver
              ? `grid place-items-center gap-16 rounded-card text-second ${styles.over}`
              : `grid place-items-center gap-16 rounded-card text-second ${styles.drop}`
          }
          {...drop.handlers}
        >
          <p>{file ? file.name : '把图片拖到这里，或直接粘贴'}</p>
          {!file && <Button onClick={() => input.current?.click()}>选择图片</Button>}
        </div>
      )}
      {preview && (
        <p className="mt-12 text-second text-13">拖动可以只框选一部分；不框选时用整张图。图片只用来查找，不会公开。</p>
      )}
    </Dialog>
  );
}
