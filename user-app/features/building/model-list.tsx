import { useEffect, useState } from 'react';
import type { BuildingModel, BuildingState } from '#shared/contract/building-model';
import { formatBytes, formatDate } from '#shared/domain/format';
import { removeBuildingModel, renameBuildingModel, useBuildingModels } from '../../data/building-models';
import { forgetTakenViews } from '../../data/building-views';
import { accountOnDevice } from '../../lib/storage';
import { BareButton, Button } from '../../ui/button';
import { ConfirmDialog, type Question } from '../../ui/confirm-dialog';
import { EmptyState } from '../../ui/empty-state';
import { ListStates } from '../../ui/list-states';
import { LoginFirst } from '../../ui/login-first';
import { NameDialog } from '../../ui/name-dialog';
import styles from './building.css';
import { showBuilding } from './building-store';
import { ExportGuide } from './export-guide';
import { ModelWell } from './model-well';
import { SampleModels } from './sample-models';
import { beginUpload, useUploads } from './uploads';
import { removeViewDraft } from './view-drafts';
import { removeSavedViews } from './viewer/saved-views';
import { forgetWaitingFile, readWaitingFile, type WaitingFile } from './waiting-file';

interface ModelListProps {
  isLoggedIn: boolean;
  onFile: (file: File) => void;
}

/** My models, newest first, and a place for another one. */
export function ModelList({ isLoggedIn, onFile }: ModelListProps) {
  return (
    <div className={styles.room}>
      <ModelWell onFile={onFile} />
      <SampleModels onFile={onFile} />
      <Unsent isLoggedIn={isLoggedIn} />
      {isLoggedIn ? (
        <OwnModels />
      ) : (
        <LoginFirst
          drawing="sheet"
          title="登录后看自己的模型"
          text="上传过的模型存在账号里，换一台电脑也能接着选视角。"
        />
      )}
    </div>
  );
}

/** The file that was on its way when the page was left. */
function Unsent({ isLoggedIn }: { isLoggedIn: boolean }) {
  const [waiting, setWaiting] = useState<WaitingFile>();
  const uploads = useUploads();
  useEffect(() => {
    let isOver = false;
    void readWaitingFile().then((found) => !isOver && setWaiting(found));
    return () => {
      isOver = true;
    };
  }, []);
  if (!waiting || uploads.some(({ clientKey }) => clientKey === waiting.clientKey)) return null;
  const { file, clientKey } = waiting;
  return (
    <div className={`row flex-wrap gap-12 ${styles.unsent}`} role="status">
      <span className="flex-1 min-w-0 truncate">“{file.name}”上次没有传完，文件还在。</span>
      <Button size="small" onClick={() => beginUpload(file, isLoggedIn, clientKey)}>
        继续上传
      </Button>
      <Button
        look="text"
        onClick={() => {
          setWaiting(undefined);
          void forgetWaitingFile(clientKey);
        }}
      >
        不传了
      </Button>
    </div>
  );
}

const stateWords: Readonly<Record<BuildingState, string>> = {
  reading: '正在读取',
  unconfirmed: '待核对尺寸',
  ready: '可以选视角',
  refused: '没有读成',
};

/** Characters of a name. */
const longestName = 80;

function OwnModels() {
  const { list, room } = useBuildingModels();
  const [renamed, setRenamed] = useState<BuildingModel>();
  const [question, setQuestion] = useState<Question>();
  const remove = ({ modelId, name }: BuildingModel) =>
    setQuestion({
      title: `删除“${name}”`,
      text: '模型文件和没有取用的视角会一起删除，不能恢复。已经取作底图的图片和生成的作品都留下，只是不能再换视角。',
      answer: '删除',
      act: async () => {
        await removeBuildingModel(modelId);
        forgetTakenViews(modelId);
        removeViewDraft(accountOnDevice() ?? '', modelId);
        removeSavedViews(modelId);
        list.edit((rows) => rows.filter((row) => row.modelId !== modelId));
        list.reload();
      },
    });
  return (
    <section className="grid gap-8" aria-label="我的模型">
      <div className="row justify-between gap-12 flex-wrap">
        <h3 className={styles.heading}>我的模型</h3>
        {room && (
          <span className="text-second text-13 tabular">
            {room.models} / {room.mostModels} 个 · 已用 {formatBytes(room.bytes)} / {formatBytes(room.mostBytes)}
          </span>
        )}
      </div>
      <ListStates
        list={list}
        noun="个模型"
        name="模型"
        waiting={{ rows: 3, height: 56 }}
        empty={
          <>
            <EmptyState
              drawing="sheet"
              level={3}
              title="还没有模型"
              text="把建模软件导出的 IFC、GLB 或 OBJ 拖到上面。读好后核对尺寸，就能在六个视角里选一张当底图。"
            />
            <ExportGuide />
          </>
        }
      >
        {(rows) => (
          <ul className={styles.models}>
            {rows.map((model) => (
              <li key={model.modelId} className="row gap-8">
                <BareButton
                  className={styles.model}
                  onClick={() => showBuilding({ kind: 'model', modelId: model.modelId })}
                >
                  <span className="truncate font-medium">{model.name}</span>
                  <span className="text-second text-13 tabular">
                    {[model.format?.toUpperCase(), formatBytes(model.bytes), formatDate(model.createdAt)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <span className={`text-13 ${styles.state}`} data-state={model.state}>
                    {stateWords[model.state]}
                  </span>
                </BareButton>
                <Button look="text" aria-label={`改名：${model.name}`} onClick={() => setRenamed(model)}>
                  改名
                </Button>
                <Button look="text" aria-label={`删除：${model.name}`} onClick={() => remove(model)}>
                  删除
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {renamed && (
        <NameDialog
          title="给模型改名"
          label="模型名称"
          action="保存"
          start={renamed.name}
          longest={longestName}
          onSave={async (name) => {
            const changed = await renameBuildingModel(renamed.modelId, name);
            list.change((row) => (row.modelId === changed.modelId ? changed : row));
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </section>
  );
}
