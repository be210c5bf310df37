import { useState } from 'react';
import type { Project, Work } from '#shared/contract/project';
import type { TaskImage, ToolAnswer } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { singleDownloadName } from '#shared/domain/watermark';
import { longestWorkTitle } from '#shared/domain/works-limits';
import { chooseCover } from '../../../data/projects';
import { statusWords } from '../../../lib/run-words';
import { toast, toastFailure } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { DownloadIcon, RetryIcon, ShareIcon, TrashIcon, WallIcon } from '../../../ui/icons';
import { NameDialog } from '../../../ui/name-dialog';
import { Popover } from '../../../ui/popover';
import { openPublish } from '../../gallery/door';
import { openShare } from '../../share/door';
import { FolderIcon, PencilIcon, RestoreIcon, StarMark } from '../icons';
import { ProjectChoice } from '../projects/project-choice';
import type { WorksActions } from '../use-works-actions';
import { SendMenu } from './send-menu';
import { WorkFacts } from './work-facts';
import styles from './work-panel.css';

export interface WorkPanelProps {
  work: Work;
  title: string;
  toolTitle: string;
  /** The result that is shown. */
  image: TaskImage | undefined;
  tools: readonly ToolAnswer[];
  projects: readonly Project[];
  actions: WorksActions;
  onProjects: () => void;
  /** The work is no longer where it was. */
  onGone: () => void;
}

/** Name, project and parameters of a work, and the actions on it. */
export function WorkPanel(props: WorkPanelProps) {
  const { work, title, toolTitle, image, tools, projects, actions, onProjects, onGone } = props;
  const isBinned = work.deletedAt !== null;

  return (
    <aside className={`stack gap-16 min-h-0 overflow-y-auto p-24 bg-surface ${styles.panel}`} aria-label="作品信息">
      <Name work={work} title={title} actions={actions} />
      {work.status !== 'succeeded' && (
        <p className="text-second">
          {statusWords[work.status]}
          {work.error ? `：${work.error.message}` : ''}
        </p>
      )}
      <Actions work={work} title={title} image={image} tools={tools} actions={actions} />
      {image && !isBinned && <Downloads imageId={image.imageId} />}
      {!isBinned && (
        <ProjectPlace work={work} image={image} projects={projects} actions={actions} onProjects={onProjects} />
      )}
      <WorkFacts work={work} image={image} tool={tools.find(({ id }) => id === work.tool)} toolTitle={toolTitle} />
      <LastActions work={work} actions={actions} onGone={onGone} />
    </aside>
  );
}

function Name({ work, title, actions }: Pick<WorkPanelProps, 'work' | 'title' | 'actions'>) {
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <div className={`flex gap-2 ${styles.name}`}>
        <h2 title={title}>{title}</h2>
        {work.deletedAt === null && (
          <>
            <IconButton label="改名" onClick={() => setNaming(true)}>
              <PencilIcon size={16} />
            </IconButton>
            <IconButton
              label={work.isStarred ? '取消星标' : '加星标'}
              aria-pressed={work.isStarred}
              className={work.isStarred ? styles.starred : undefined}
              onClick={() => void actions.star([work.taskId], !work.isStarred)}
            >
              <StarMark isStarred={work.isStarred} />
            </IconButton>
          </>
        )}
      </div>
      {isNaming && (
        <NameDialog
          title="给作品改名"
          label="名称"
          action="保存"
          start={work.title}
          longest={longestWorkTitle}
          isEmptyAllowed
          onClose={() => setNaming(false)}
          onSave={(name) => actions.rename(work, name)}
        />
      )}
    </>
  );
}

function Actions({
  work,
  title,
  image,
  tools,
  actions,
}: Omit<WorkPanelProps, 'toolTitle' | 'projects' | 'onProjects' | 'onGone'>) {
  const isDone = isFinal(work.status);
  return (
    <div className={`grid gap-8 ${styles.actions}`}>
      {!isDone && <Button onClick={() => void actions.cancel(work)}>取消任务</Button>}
      {isDone && (
        <Button look="primary" title="用同样的工具和参数再做一次" onClick={() => void actions.repeat(work)}>
          <RetryIcon size={16} />
          {work.status === 'failed' ? '重试' : '再次使用'}
        </Button>
      )}
      {image && work.deletedAt === null && (
        <>
          <SendMenu imageId={image.imageId} taskId={work.taskId} fromTool={work.tool} tools={tools} />
          <Button onClick={() => openShare({ imageId: image.imageId, title })}>
            <ShareIcon size={16} />
            分享
          </Button>
          <Button onClick={() => openPublish({ imageId: image.imageId, title, isResult: true })}>
            <WallIcon size={16} />
            发布
          </Button>
        </>
      )}
    </div>
  );
}

function Downloads({ imageId }: { imageId: string }) {
  const address = (format: string) =>
    `/api/images/${imageId}/download?${new URLSearchParams({ format, name: singleDownloadName })}`;
  return (
    <div className={`row gap-8 text-second ${styles.downloads}`}>
      <DownloadIcon size={16} />
      下载
      {(['png', 'jpg', 'webp'] as const).map((format) => (
        <a key={format} href={address(format)} download>
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

type ProjectPlaceProps = Pick<WorkPanelProps, 'work' | 'image' | 'projects' | 'actions' | 'onProjects'>;

/** The project that the work is in, and the ways to another and to its cover. */
function ProjectPlace({ work, image, projects, actions, onProjects }: ProjectPlaceProps) {
  const project = projects.find(({ projectId }) => projectId === work.projectId);
  const setCover = async (imageId: string, projectId: string) => {
    try {
      await chooseCover(projectId, imageId);
      onProjects();
      toast.success('已设为项目封面');
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div className={`row gap-8 ${styles.place}`}>
      <Popover
        label={`项目：${project?.name ?? '未分类'}，移动`}
        triggerClassName={`inline-flex items-center justify-center gap-8 w-full p-0-12 border font-medium nowrap ${styles.action}`}
        trigger={
          <>
            <FolderIcon size={16} />
            <span>{project?.name ?? '未分类'}</span>
          </>
        }
      >
        {(close) => (
          <ProjectChoice
            projects={projects}
            current={work.projectId}
            onChoose={(projectId, name) => {
              close();
              void actions.move([work.taskId], projectId, name);
              onProjects();
            }}
          />
        )}
      </Popover>
      {project && image && project.cover?.imageId !== image.imageId && (
        <Button look="quiet" size="small" onClick={() => void setCover(image.imageId, project.projectId)}>
          设为项目封面
        </Button>
      )}
    </div>
  );
}

function LastActions({ work, actions, onGone }: Pick<WorkPanelProps, 'work' | 'actions' | 'onGone'>) {
  return (
    <div className={`row gap-8 ${styles.last}`}>
      {work.deletedAt !== null ? (
        <>
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              onGone();
              void actions.restore([work.taskId]);
            }}
          >
            <RestoreIcon size={16} />
            恢复
          </Button>
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              onGone();
              actions.purge([work.taskId]);
            }}
          >
            <TrashIcon size={16} />
            彻底删除
          </Button>
        </>
      ) : (
        isFinal(work.status) && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              onGone();
              void actions.remove([work.taskId]);
            }}
          >
            <TrashIcon size={16} />
            移到回收站
          </Button>
        )
      )}
    </div>
  );
}
