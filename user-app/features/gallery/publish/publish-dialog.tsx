import { type FormEvent, useId, useState } from 'react';
import type { ImageSet } from '#shared/contract/gallery-set';
import { failureWords } from '#shared/domain/failure-words';
import { galleryLimits, type PictureSource, pictureSourceWords } from '#shared/domain/gallery';
import { useCategories } from '../../../data/category';
import { publishPicture } from '../../../data/gallery-rows';
import { useSomeImageSets } from '../../../data/gallery-sets';
import { useCurrentUser } from '../../../data/user';
import { type Faults, faultsIn } from '../../../lib/form-faults';
import { imageUrl } from '../../../lib/image-url';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import { CategorySelect } from '../../../ui/category-select';
import { Dialog, DialogActions } from '../../../ui/dialog';
import { LoginFirst } from '../../../ui/login-first';
import { Segments } from '../../../ui/segments';
import { Switch } from '../../../ui/switch';
import { TagsField } from '../../../ui/tags-field';
import { TextField } from '../../../ui/text-field';
import { Thumb } from '../../../ui/thumb';
import styles from './publish-dialog.css';
import { closePublish, type PublishWish } from './publish-store';

const sources = (['photo', 'render'] as const).map((source) => [source, pictureSourceWords[source]] as const);
/** Sets of one's own that can be chosen, at most. */
const shownSets = 100;

/** Publishes a picture of the account in the gallery, or keeps it there for its owner alone. */
export default function PublishDialog({ wish }: { wish: PublishWish }) {
  const { user } = useCurrentUser();
  const categories = useCategories();
  const sets = useSomeImageSets({ isOwn: true, sort: 'newest' }, shownSets, user !== undefined);
  const [title, setTitle] = useState(wish.title.slice(0, galleryLimits.titleLength));
  const [description, setDescription] = useState('');
  const [classifyId, setClassifyId] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [source, setSource] = useState<Exclude<PictureSource, 'ai'>>('render');
  const [imageSetId, setImageSetId] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setFaults({});
    setProblem('');
    if (title.trim() === '') {
      setFaults({ title: '请填写标题' });
      return;
    }
    setBusy(true);
    try {
      const picture = await publishPicture({
        imageId: wish.imageId,
        title: title.trim(),
        description: description.trim(),
        tags,
        isPrivate,
        ...(classifyId ? { classifyId } : {}),
        ...(imageSetId ? { imageSetId } : {}),
        ...(wish.isResult ? {} : { source }),
      });
      const words = isPrivate ? '已放进图库，仅自己可见' : '已提交，审核通过后公开；审核前只有自己能看到';
      toast.success(words, 6, { to: '/myPersonCenter', label: '看状态' });
      wish.onPublished?.(picture);
      closePublish();
    } catch (error) {
      const fieldFaults = faultsIn(error);
      if (fieldFaults) setFaults(fieldFaults);
      else setProblem(failureWords(error, '没有提交，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="发布到图库" size="wide" onClose={closePublish}>
      {user === undefined ? (
        <LoginFirst drawing="wall" title="登录后发布" text="发布后显示您的昵称，随时可以撤下。" />
      ) : (
        <form className={`grid gap-24 ${styles.form}`} noValidate onSubmit={(event) => void send(event)}>
          <Preview wish={wish} />
          <div className="grid gap-12">
            <TextField
              label="标题"
              isRequired
              value={title}
              maxLength={galleryLimits.titleLength}
              fault={faults.title}
              onChange={setTitle}
            />
            <TextField
              label="说明"
              lines={3}
              value={description}
              maxLength={galleryLimits.descriptionLength}
              fault={faults.description}
              onChange={setDescription}
            />
            <CategorySelect
              label="分类"
              roots={categories.data ?? []}
              value={classifyId}
              onChange={setClassifyId}
              fault={faults.classifyId}
            />
            <TagsField
              label="标签"
              tags={tags}
              limit={galleryLimits.tags}
              longest={galleryLimits.tagLength}
              onChange={setTags}
            />
            {!wish.isResult && (
              <div className={styles.row}>
                <span>来源</span>
                <Segments label="来源" options={sources} value={source} onChange={setSource} />
              </div>
            )}
            {sets.data && sets.data.list.length > 0 && (
              <SetSelect sets={sets.data.list} value={imageSetId} onChange={setImageSetId} />
            )}
            <Privacy isPrivate={isPrivate} onChange={setPrivate} />
            <p role="alert" className="text-danger">
              {problem}
            </p>
            <DialogActions>
              <Button onClick={closePublish}>取消</Button>
              <Button type="submit" look="primary" disabled={isBusy}>
                {isBusy ? '正在提交' : isPrivate ? '放进图库' : '提交审核'}
              </Button>
            </DialogActions>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Preview({ wish }: { wish: PublishWish }) {
  return (
    <figure className={`grid sticky top-0 gap-8 ${styles.picture}`}>
      <Thumb src={imageUrl(wish.imageId, { w: 480 })} alt={wish.title} />
      <figcaption>
        {wish.isResult
          ? '工具生成的图标注为 AI，同款参数一起公开，其他人可以做同款；底图不公开。'
          : '只发布自己有权公开的图。'}
      </figcaption>
    </figure>
  );
}

interface SetSelectProps {
  sets: readonly ImageSet[];
  /** Id of the chosen set; empty for none. */
  value: string;
  onChange: (setId: string) => void;
}

function SetSelect({ sets, value, onChange }: SetSelectProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>放进图集</label>
      <select
        id={id}
        className={`p-0-8 border rounded-input bg-surface text-ink ${styles.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">不放</option>
        {sets.map((set) => (
          <option key={set.id} value={set.id}>
            {set.title}
          </option>
        ))}
      </select>
    </div>
  );
}

function Privacy({ isPrivate, onChange }: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  const id = useId();
  return (
    <>
      <div className={styles.row}>
        <span id={id}>仅自己可见</span>
        <Switch isOn={isPrivate} labelId={id} onChange={onChange} />
      </div>
      <p className="text-second text-13">
        {isPrivate
          ? '不审核，也不会出现在任何人的列表和搜索里。'
          : '提交后是“待审核”，通过后才公开；没有通过会写明原因，可以改了再提交。'}
      </p>
    </>
  );
}
