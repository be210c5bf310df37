import { useState } from 'react';
import type { BuildingModel } from '#shared/contract/building-model';
import { useBuildingModel } from '../../data/building-models';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ArrowLeftIcon } from '../../ui/icons';
import { ProgressBar } from '../../ui/progress-bar';
import { Waiting } from '../../ui/waiting';
import styles from './building.css';
import { closeBuilding, showBuilding } from './building-store';
import { ConfirmSize } from './confirm-size';
import { ExportGuide } from './export-guide';
import { ModelWell } from './model-well';
import { ViewRoom } from './view-room';

interface ModelRoomProps {
  modelId: string;
  onFile: (file: File) => void;
}

/** One model in the state in which it is: being read, refused, to be confirmed, or its views. */
export function ModelRoom({ modelId, onFile }: ModelRoomProps) {
  const { model, error, refresh, take } = useBuildingModel(modelId);
  const [isConfirming, setConfirming] = useState(false);
  if (!model) {
    if (!error) return <Waiting label="正在读取模型" rows={3} height={96} />;
    return (
      <EmptyState drawing="broken" title="模型没有读到" text={error.message}>
        <Button onClick={refresh}>重试</Button>
        <Button look="quiet" onClick={() => showBuilding({ kind: 'list' })}>
          看我的模型
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className={styles.room}>
      <ModelHead
        model={model}
        onSize={model.state === 'ready' && !isConfirming ? () => setConfirming(true) : undefined}
      />
      <ModelState
        model={model}
        isConfirming={isConfirming}
        onFile={onFile}
        onConfirmed={(confirmed) => {
          setConfirming(false);
          take(confirmed);
        }}
      />
    </div>
  );
}

function ModelHead({ model, onSize }: { model: BuildingModel; onSize: (() => void) | undefined }) {
  return (
    <div className={`row flex-wrap gap-8 ${styles.modelHead}`}>
      <Button look="text" onClick={() => showBuilding({ kind: 'list' })}>
        <ArrowLeftIcon size={15} />
        全部模型
      </Button>
      <h3 className="truncate font-semibold">{model.name}</h3>
      {onSize && (
        <Button look="text" onClick={onSize}>
          尺寸与报告
        </Button>
      )}
    </div>
  );
}

interface ModelStateProps {
  model: BuildingModel;
  isConfirming: boolean;
  onFile: (file: File) => void;
  onConfirmed: (model: BuildingModel) => void;
}

function ModelState({ model, isConfirming, onFile, onConfirmed }: ModelStateProps) {
  const { state, facts, placement, views } = model;
  if (state === 'reading') return <Reading />;
  if (state === 'refused' || !facts || !placement) {
    return (
      <>
        <p role="alert" className={styles.sentence}>
          {model.sentence ?? '这个模型没有读成，请按下面的步骤重新导出后再上传。'}
        </p>
        <ExportGuide />
        <ModelWell words="导出好了，把新的文件拖到这里" onFile={onFile} />
      </>
    );
  }
  if (state === 'unconfirmed' || isConfirming)
    return <ConfirmSize model={model} facts={facts} placement={placement} onConfirmed={onConfirmed} />;
  return <ViewRoom model={model} facts={facts} views={views ?? []} />;
}

function Reading() {
  return (
    <div className="grid gap-12">
      <ProgressBar label="读取进度" share={undefined} />
      <p role="status">正在读取：找构件、材质、楼层和单位。大的模型要一两分钟。</p>
      <div>
        <Button onClick={closeBuilding}>先做别的，读好后在“建筑模型”里继续</Button>
      </div>
    </div>
  );
}
