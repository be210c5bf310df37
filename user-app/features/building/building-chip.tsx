import { classNames } from '../../lib/class-names';
import { barLook } from '../../ui/bar';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { CloseIcon } from '../../ui/icons';
import { ProgressBar } from '../../ui/progress-bar';
import styles from './building-chip.css';
import { showBuilding } from './building-store';
import { type BuildingUpload, dropUpload, useUploads } from './uploads';

/** At the bottom of every screen: what became of a model after the dialog was closed. */
export default function BuildingChip() {
  const upload = useUploads().at(-1);
  if (!upload) return null;
  const { id, model } = upload;
  const isBusy = !upload.problem && (!model || model.state === 'reading');
  const open = () => {
    showBuilding(model ? { kind: 'model', modelId: model.modelId } : { kind: 'upload', id });
    if (model) dropUpload(id);
  };
  return (
    <section className={`fixed ${styles.place}`} aria-label="建筑模型">
      <div className={classNames(barLook, styles.bar)}>
        <span role="status" className="truncate">
          {wordsOf(upload)}
        </span>
        {isBusy && (
          <ProgressBar label="建筑模型进度" share={model ? undefined : upload.fraction} className={styles.progress} />
        )}
        <Button look="quiet" size="small" onClick={open}>
          {isBusy ? '查看' : upload.problem ? '去处理' : '选视角'}
        </Button>
        {!isBusy && (
          <IconButton label="关闭提示" onClick={() => dropUpload(id)}>
            <CloseIcon size={14} />
          </IconButton>
        )}
      </div>
    </section>
  );
}

function wordsOf({ file, fraction, problem, model }: BuildingUpload): string {
  if (problem) return problem;
  if (!model) return `正在上传模型 ${Math.floor(fraction * 100)}%`;
  if (model.state === 'reading') return `正在读取 ${file.name}`;
  return model.state === 'refused' ? `${file.name} 没有读成` : `${file.name} 读好了`;
}
