import { type FormEvent, useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';
import { galleryLimits } from '#shared/domain/gallery';
import {
  collectInto,
  createFolder,
  type OwnFolder,
  uncollectPictures,
  useFolders,
} from '../../../data/gallery-folders';
import { changePicture } from '../../../data/gallery-pictures';
import { useCurrentUser } from '../../../data/user';
import { imageUrl } from '../../../lib/image-url';
import { toast } from '../../../lib/toast';
import { BareButton, Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { CheckIcon, PlusIcon } from '../../../ui/icons';
import { Input } from '../../../ui/input';
import { LoginFirst } from '../../../ui/login-first';
import { textLimit } from '../../../ui/text-limit';
import { Thumb } from '../../../ui/thumb';
import { Waiting } from '../../../ui/waiting';
import { type CollectWish, closeFolderPicker } from '../collect-store';
import styles from './folder-picker.css';
import { LockIcon } from './icons';

/** Number of folders from which on they can be searched by name. */
const manyFolders = 8;

/** Chooses a folder of one's own for pictures, or makes a new one on the way. */
export default function FolderPicker({ wish }: { wish: CollectWish }) {
  const { pictureIds, title = '收藏到', onChoose, onRemove } = wish;
  const { user } = useCurrentUser();
  const only = pictureIds.length === 1 ? pictureIds[0] : undefined;
  const folders = useFolders(user !== undefined, only);
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { data = [] } = folders;
  const shown = data.filter(({ name }) => name.includes(words.trim()));
  const wanted = words.trim();
  const fault = textLimit(wanted, galleryLimits.folderNameLength).fault;
  const isNew = wanted !== '' && !fault && data.every(({ name }) => name !== wanted);

  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
      closeFolderPicker();
    } catch (error) {
      setProblem(failureWords(error, '没有成功，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };
  const put = async ({ id, name }: { id: string; name: string }) => {
    if (onChoose) {
      onChoose({ id, name });
      return;
    }
    const added = await collectInto(id, pictureIds);
    const outcome = pictureIds.length === 1 ? '已收藏到' : `已收藏 ${added} 张到`;
    toast.success(`${outcome}「${name}」`, 5, { to: `/insHomeByCollect/${id}`, label: '查看' });
  };
  const choose = (folder: OwnFolder) =>
    act(async () => {
      if (onChoose || !folder.hasPicture || only === undefined) return put(folder);
      await uncollectPictures([only], folder.id);
      changePicture(only, { isCollected: data.some(({ id, hasPicture }) => hasPicture && id !== folder.id) });
      toast.success(`已从「${folder.name}」取出`);
    });
  const [first] = shown;
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (isNew) void act(async () => put(await createFolder(wanted)));
    else if (first && wanted !== '') void choose(first);
  };

  return (
    <Dialog
      title={title}
      size="small"
      onClose={closeFolderPicker}
      {...(onRemove
        ? {
            actions: (
              <Button
                onClick={() => {
                  closeFolderPicker();
                  onRemove();
                }}
              >
                取消收藏
              </Button>
            ),
          }
        : {})}
    >
      {user === undefined ? (
        <LoginFirst drawing="wall" title="登录后收藏" text="收藏的图按收藏夹放好，换设备也在。" />
      ) : (
        <>
          <form className={`flex gap-8 ${styles.new}`} onSubmit={create}>
            <Input
              aria-label={data.length >= manyFolders ? '查找或新建收藏夹' : '新建收藏夹'}
              placeholder={data.length >= manyFolders ? '查找，或输入新名称' : '新收藏夹的名称'}
              value={words}
              aria-invalid={fault !== undefined}
              onChange={(event) => setWords(event.target.value)}
            />
            <Button type="submit" disabled={isBusy || !isNew}>
              <PlusIcon size={16} />
              新建
            </Button>
          </form>
          <p role="alert" className={styles.problem}>
            {fault ?? problem ?? ''}
          </p>
          {folders.error && !folders.data ? (
            <p className={styles.problem}>
              {folders.error.message}
              <Button look="text" onClick={folders.refresh}>
                重试
              </Button>
            </p>
          ) : !folders.data ? (
            <Waiting label="正在读取收藏夹" rows={3} height={56} />
          ) : (
            <ul className={styles.folders}>
              {shown.map((folder) => (
                <FolderChoice
                  key={folder.id}
                  folder={folder}
                  isPressed={onChoose ? undefined : folder.hasPicture}
                  isDisabled={isBusy}
                  onChoose={() => void choose(folder)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}

interface FolderChoiceProps {
  folder: OwnFolder;
  /** Undefined where a press chooses and does not toggle. */
  isPressed: boolean | undefined;
  isDisabled: boolean;
  onChoose: () => void;
}

function FolderChoice({ folder, isPressed, isDisabled, onChoose }: FolderChoiceProps) {
  return (
    <li>
      <BareButton className={styles.folder} aria-pressed={isPressed} disabled={isDisabled} onClick={onChoose}>
        <span className={`flex-none overflow-hidden rounded-input ${styles.cover}`}>
          {folder.covers[0] && (
            <Thumb
              src={imageUrl(folder.covers[0].imageId, { w: 160 })}
              alt=""
              mainColor={folder.covers[0].mainColor}
              isCropped
            />
          )}
        </span>
        <span className={styles.name}>
          <span>{folder.name}</span>
          <small className="tabular">
            {folder.pictureCount} 张{folder.isPrivate ? ' · 仅自己可见' : ''}
          </small>
        </span>
        {folder.isPrivate && <LockIcon size={16} />}
        {folder.hasPicture && <CheckIcon size={18} />}
      </BareButton>
    </li>
  );
}
