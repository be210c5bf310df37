import { formatBytes } from '#shared/domain/format';
import { Button } from '../../ui/button';
import { ProgressBar } from '../../ui/progress-bar';
import styles from './building.css';
import { closeBuilding, showBuilding } from './building-store';
import { ExportGuide } from './export-guide';
import { ModelWell } from './model-well';
import { type BuildingUpload, dropUpload, retryUpload } from './uploads';

interface UploadRoomProps {
  upload: BuildingUpload;
  onFile: (file: File) => void;
}

/** A file on its way, or why it is not. */
export function UploadRoom({ upload, onFile }: UploadRoomProps) {
  const { id, file, fraction, problem, isRefused, isWaitingForLogin, program } = upload;
  const toList = () => showBuilding({ kind: 'list' });
  const drop = () => {
    dropUpload(id);
    toList();
  };
  if (isRefused) {
    return (
      <div className={styles.room}>
        <p role="alert" className={styles.sentence}>
          {problem}
        </p>
        <ExportGuide first={program} />
        <ModelWell words="导出好了，把新的文件拖到这里" onFile={onFile} />
        <div className="flex flex-wrap gap-8">
          <Button look="text" onClick={drop}>
            看我的模型
          </Button>
        </div>
      </div>
    );
  }
  const percent = Math.floor(fraction * 100);
  return (
    <div className={styles.room}>
      <p className={styles.fileName}>
        <span className="font-semibold">{file.name}</span>
        <span className="text-second tabular">{formatBytes(file.size)}</span>
      </p>
      {problem ? (
        <p role="alert" className={isWaitingForLogin ? undefined : 'text-danger'}>
          {problem}
          {isWaitingForLogin && '。文件还在，登录后自动上传。'}
        </p>
      ) : (
        <div className="grid gap-8">
          <ProgressBar label={`${file.name} 上传进度`} share={fraction} />
          <p role="status" className="text-second text-13 tabular">
            {fraction < 1 ? `上传中 ${percent}%` : '已送到，正在登记'}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-8">
        {problem && (
          <Button look="primary" onClick={() => retryUpload(id)}>
            {isWaitingForLogin ? '登录' : '重试'}
          </Button>
        )}
        {!problem && <Button onClick={closeBuilding}>先做别的，在后台上传</Button>}
        <Button look="quiet" onClick={drop}>
          {problem ? '不传了' : '取消上传'}
        </Button>
      </div>
    </div>
  );
}
