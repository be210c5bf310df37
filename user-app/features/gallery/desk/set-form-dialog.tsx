import { type FormEvent, useId, useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';
import { galleryLimits } from '#shared/domain/gallery';
import { useCategories } from '../../../data/category';
import { type Faults, faultsIn } from '../../../lib/form-faults';
import { Button } from '../../../ui/button';
import { CategorySelect } from '../../../ui/category-select';
import { Dialog, DialogActions } from '../../../ui/dialog';
import { Switch } from '../../../ui/switch';
import { TagsField } from '../../../ui/tags-field';
import { TextField } from '../../../ui/text-field';
import styles from './desk.css';

export interface SetValues {
  title: string;
  description: string;
  tags: string[];
  classifyId: string;
  isPrivate: boolean;
}

interface SetFormDialogProps {
  title: string;
  action: string;
  start: SetValues;
  /** Said above the form. */
  lead?: string;
  onSave: (values: SetValues) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog for the title and description of an image set. */
export function SetFormDialog({ title, action, start, lead, onSave, onClose }: SetFormDialogProps) {
  const [values, setValues] = useState<SetValues>({
    title: start.title,
    description: start.description,
    tags: start.tags,
    classifyId: start.classifyId,
    isPrivate: start.isPrivate,
  });
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const categories = useCategories();
  const id = useId();
  const set = (change: Partial<SetValues>) => setValues((known) => ({ ...known, ...change }));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    if (values.title.trim() === '') {
      setFaults({ title: '请填写标题' });
      return;
    }
    setBusy(true);
    try {
      await onSave({ ...values, title: values.title.trim(), description: values.description.trim() });
      onClose();
    } catch (error) {
      const known = faultsIn(error);
      setFaults(known ?? {});
      if (!known) setProblem(failureWords(error, '没有保存，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid gap-12" noValidate onSubmit={(event) => void save(event)}>
        {lead && <p className="text-second text-13">{lead}</p>}
        <TextField
          label="标题"
          isRequired
          value={values.title}
          maxLength={galleryLimits.titleLength}
          fault={faults.title}
          onChange={(title) => set({ title })}
        />
        <TextField
          label="说明"
          lines={3}
          value={values.description}
          maxLength={galleryLimits.descriptionLength}
          fault={faults.description}
          onChange={(description) => set({ description })}
        />
        <CategorySelect
          label="分类"
          roots={categories.data ?? []}
          value={values.classifyId}
          fault={faults.classifyId}
          onChange={(classifyId) => set({ classifyId })}
        />
        <TagsField
          label="标签"
          tags={values.tags}
          limit={galleryLimits.tags}
          longest={galleryLimits.tagLength}
          onChange={(tags) => set({ tags })}
        />
        <div className={`row justify-between gap-12 ${styles.row}`}>
          <span id={id}>仅自己可见</span>
          <Switch isOn={values.isPrivate} labelId={id} onChange={(isPrivate) => set({ isPrivate })} />
        </div>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <DialogActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
