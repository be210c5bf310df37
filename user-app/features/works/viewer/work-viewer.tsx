import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { useVersions } from '../../../data/works';
import { BareButton, Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { IconButton } from '../../../ui/icon-button';
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '../../../ui/icons';
import { SendMenu } from './send-menu';
import type { OpenWork } from './use-open-work';
import { useWorkView } from './use-work-view';
import type { VersionPicture } from './version-layout';
import { VersionTree } from './version-tree';
import { WorkPanel, type WorkPanelProps } from './work-panel';
import { WorkStage } from './work-stage';
import styles from './work-viewer.css';

interface WorkViewerProps extends Pick<WorkPanelProps, 'tools' | 'projects' | 'actions' | 'onProjects'> {
  open: OpenWork;
  titleOf: (work: Work) => string;
  toolTitle: (toolId: string) => string;
  onOpen: (taskId: string) => void;
  onClose: () => void;
}

/** One work over the whole window: its picture or the tree of its versions, and beside it all its facts. */
export default function WorkViewer(props: WorkViewerProps) {
  const { open, titleOf, toolTitle, onOpen, onClose, ...panel } = props;
  const { work, problem, previous, next } = open;
  const dialog = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<'picture' | 'versions'>('picture');
  const [chosen, setChosen] = useState({ taskId: '', index: 0 });
  const index = chosen.taskId === work?.taskId ? chosen.index : 0;
  const image = work?.images[index];
  const view = useWorkView(work, image, work && panel.tools.find(({ id }) => id === work.tool));
  /** An upload whose versions are shown in place of the work's. */
  const [origin, setOrigin] = useState<{ imageId: string; of: string | undefined }>();
  const originId = origin && origin.of === work?.taskId ? origin.imageId : undefined;
  const versions = useVersions(shown === 'versions' ? (originId ?? image?.imageId) : undefined);
  useOverlay(dialog);

  const title = work ? titleOf(work) : '作品';
  const isTree = shown === 'versions' && image !== undefined;
  const go = (taskId: string | undefined) => {
    if (taskId) onOpen(taskId);
  };
  const byKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest('dialog')) return;
    const isMenuOpen = dialog.current?.querySelector('[aria-expanded="true"]');
    if (event.key === 'Escape' && !isMenuOpen) onClose();
    if (isTree || isMenuOpen || target.closest('input, video')) return;
    if (view.byKey(event)) return;
    if (event.key === 'ArrowLeft') go(previous);
    if (event.key === 'ArrowRight') go(next);
  };

  return (
    // Not a modal <dialog>: toasts would lie behind it. The list under it is made inert.
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      tabIndex={-1}
      className={`grid fixed inset-0 bg-page ${styles.viewer}`}
      aria-label={title}
      onKeyDown={byKey}
    >
      <Bar open={open} hasPicture={image !== undefined} isTree={isTree} onShow={setShown} go={go} onClose={onClose} />
      {work ? (
        <>
          {isTree ? (
            <Versions
              versions={versions}
              originId={originId}
              currentId={originId ?? image.imageId}
              tools={panel.tools}
              toolTitle={toolTitle}
              onChoose={({ taskId, imageId }) => {
                if (taskId === null) setOrigin({ imageId, of: work.taskId });
                else if (taskId === work.taskId) {
                  const at = work.images.findIndex((image) => image.imageId === imageId);
                  setChosen({ taskId, index: Math.max(0, at) });
                  setOrigin(undefined);
                } else go(taskId);
              }}
            />
          ) : (
            <WorkStage
              work={work}
              image={image}
              view={view}
              onImage={(index) => setChosen({ taskId: work.taskId, index })}
            />
          )}
          <WorkPanel
            {...panel}
            work={work}
            title={title}
            toolTitle={toolTitle(work.tool)}
            image={image}
            onGone={onClose}
          />
        </>
      ) : (
        <div className={styles.noPicture} role="status">
          {problem ? (
            <EmptyState drawing="broken" title="作品打不开" text={problem}>
              <Button onClick={onClose}>返回列表</Button>
            </EmptyState>
          ) : (
            '正在读取作品'
          )}
        </div>
      )}
    </div>
  );
}

/** Takes the focus, and keeps the page under the viewer from scrolling. */
function useOverlay(dialog: RefObject<HTMLElement>): void {
  useEffect(() => {
    dialog.current?.focus();
    const { style } = document.documentElement;
    const room = window.innerWidth - document.documentElement.clientWidth;
    style.overflow = 'hidden';
    style.paddingRight = `${room}px`;
    return () => {
      style.overflow = '';
      style.paddingRight = '';
    };
  }, [dialog]);
}

interface BarProps {
  open: OpenWork;
  hasPicture: boolean;
  isTree: boolean;
  onShow: (view: 'picture' | 'versions') => void;
  go: (taskId: string | undefined) => void;
  onClose: () => void;
}

function Bar({ open: { previous, next }, hasPicture, isTree, onShow, go, onClose }: BarProps) {
  return (
    <header className={`grid items-center p-0-12 border-b ${styles.bar}`}>
      <IconButton label="关闭" tip="关闭 Esc" onClick={onClose}>
        <CloseIcon size={20} />
      </IconButton>
      <div className={`flex gap-2 p-4 rounded-chip ${styles.views}`} role="group" aria-label="看什么">
        <BareButton aria-pressed={!isTree} onClick={() => onShow('picture')}>
          图片
        </BareButton>
        <BareButton aria-pressed={isTree} disabled={!hasPicture} onClick={() => onShow('versions')}>
          版本
        </BareButton>
      </div>
      <div className={`flex ${styles.steps}`}>
        <IconButton label="上一个作品" disabled={!previous} onClick={() => go(previous)}>
          <ArrowLeftIcon size={20} />
        </IconButton>
        <IconButton label="下一个作品" disabled={!next} onClick={() => go(next)}>
          <ArrowRightIcon size={20} />
        </IconButton>
      </div>
    </header>
  );
}

interface VersionsProps extends Pick<WorkViewerProps, 'tools' | 'toolTitle'> {
  versions: ReturnType<typeof useVersions>;
  /** The upload whose versions are shown, if it is one. */
  originId: string | undefined;
  currentId: string;
  onChoose: (picture: VersionPicture) => void;
}

function Versions({ versions, originId, currentId, tools, toolTitle, onChoose }: VersionsProps) {
  if (!versions.data)
    return (
      <div className={styles.noPicture} role="status">
        {versions.error ? (
          <>
            <span>{versions.error.message}</span>
            <Button onClick={versions.refresh}>重试</Button>
          </>
        ) : (
          '正在读取版本'
        )}
      </div>
    );
  return (
    <div className={`relative min-w-0 min-h-0 ${styles.versions}`}>
      <VersionTree tree={versions.data} currentId={currentId} toolTitle={toolTitle} onChoose={onChoose} />
      {originId && (
        <div
          className={`row absolute gap-12 border rounded-card bg-surface ${styles.origin}`}
          role="group"
          aria-label="上传的图片"
        >
          <span>由这张图做成的全部版本</span>
          <SendMenu align="start" imageId={originId} taskId={undefined} fromTool={undefined} tools={tools} />
        </div>
      )}
    </div>
  );
}
