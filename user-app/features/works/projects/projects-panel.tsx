import { type ReactNode, useState } from 'react';
import type { Project } from '#shared/contract/project';
import { formatNumber } from '#shared/domain/format';
import { longestProjectName } from '#shared/domain/works-limits';
import { createProject, deleteProject, renameProject, restoreProject } from '../../../data/projects';
import { toastFailure } from '../../../lib/toast';
import { BareButton, Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { PlusIcon, WorksIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import { NameDialog } from '../../../ui/name-dialog';
import type { Undo } from '../../../ui/undo-bar';
import { InboxIcon, MoreIcon, StarMark } from '../icons';
import type { WorksAddress } from '../use-works-address';
import { CoverDialog } from './cover-dialog';
import { ProjectCover } from './project-cover';
import styles from './projects-panel.css';

interface ProjectsPanelProps {
  projects: readonly Project[] | undefined;
  counts: { all: number; starred: number; inNoProject: number } | undefined;
  address: WorksAddress;
  onShow: (change: Partial<WorksAddress>) => void;
  /** Projects were changed. */
  onChanged: () => void;
  /** Works have left or entered a project. */
  onReleased: () => void;
  /** Something was deleted and can be taken back. */
  onUndo: (undo: Undo) => void;
}

type Editing = { kind: 'new' } | { kind: 'rename' | 'cover'; project: Project };

/** The ways to the works: all, starred, in no project, and each project. */
export function ProjectsPanel(props: ProjectsPanelProps) {
  const { projects, counts, address, onShow, onChanged, onReleased, onUndo } = props;
  const [editing, setEditing] = useState<Editing>();
  const { project: shown, isStarred } = address;

  const remove = async (project: Project) => {
    try {
      const { released } = await deleteProject(project.projectId);
      const wasShown = shown === project.projectId;
      if (wasShown) onShow({ project: undefined });
      onChanged();
      onReleased();
      onUndo({
        text: `已删除「${project.name}」${released > 0 ? `，${released} 个作品回到「未分类」` : ''}`,
        act: async () => {
          await restoreProject(project.projectId);
          if (wasShown) onShow({ project: project.projectId });
          onChanged();
          onReleased();
        },
      });
    } catch (error) {
      toastFailure(error);
    }
  };

  return (
    <nav aria-label="项目" className={`grid content-start ${styles.panel}`}>
      <ul>
        <Entry
          icon={<WorksIcon size={18} />}
          name="全部作品"
          count={counts?.all}
          isCurrent={!shown && !isStarred}
          onClick={() => onShow({ project: undefined, isStarred: false })}
        />
        <Entry
          icon={<StarMark isStarred={false} />}
          name="星标"
          count={counts?.starred}
          isCurrent={!shown && isStarred}
          onClick={() => onShow({ project: undefined, isStarred: true, tab: 'all' })}
        />
        <Entry
          icon={<InboxIcon size={18} />}
          name="未分类"
          count={counts?.inNoProject}
          isCurrent={shown === 'none'}
          onClick={() => onShow({ project: 'none', isStarred: false })}
        />
      </ul>
      <div className={`row justify-between ${styles.heading}`}>
        <h2>项目</h2>
        <IconButton size="small" label="新建项目" onClick={() => setEditing({ kind: 'new' })}>
          <PlusIcon size={16} />
        </IconButton>
      </div>
      <ul>
        {projects?.map((project) => (
          <Entry
            key={project.projectId}
            icon={<ProjectCover project={project} />}
            name={project.name}
            count={project.works}
            isCurrent={shown === project.projectId}
            onClick={() => onShow({ project: project.projectId, isStarred: false })}
          >
            <Menu
              align="end"
              label={`「${project.name}」的更多操作`}
              trigger={<MoreIcon size={16} />}
              triggerClassName={`grid place-items-center text-second ${styles.more}`}
              acts={[
                { label: '改名', act: () => setEditing({ kind: 'rename', project }) },
                { label: '换封面', act: () => setEditing({ kind: 'cover', project }) },
                { label: '删除项目', note: '作品会留下', act: () => void remove(project) },
              ]}
            />
          </Entry>
        ))}
      </ul>
      {projects?.length === 0 && (
        <p className={`text-second text-13 ${styles.hint}`}>
          把一个项目的图放在一起，方便查找和打包。
          <Button look="text" onClick={() => setEditing({ kind: 'new' })}>
            新建项目
          </Button>
        </p>
      )}
      {editing && <EditingDialog {...props} editing={editing} onClose={() => setEditing(undefined)} />}
    </nav>
  );
}

interface EditingDialogProps extends Pick<ProjectsPanelProps, 'projects' | 'onShow' | 'onChanged'> {
  editing: Editing;
  onClose: () => void;
}

function EditingDialog({ editing, projects, onShow, onChanged, onClose }: EditingDialogProps) {
  if (editing.kind === 'new')
    return (
      <NameDialog
        title="新建项目"
        label="项目名称"
        action="新建"
        start=""
        longest={longestProjectName}
        onClose={onClose}
        onSave={async (name) => {
          const { projectId } = await createProject(name);
          onChanged();
          onShow({ project: projectId, isStarred: false, tab: 'all' });
        }}
      />
    );
  const { projectId, name } = editing.project;
  if (editing.kind === 'rename')
    return (
      <NameDialog
        title="给项目改名"
        label="项目名称"
        action="保存"
        start={name}
        longest={longestProjectName}
        onClose={onClose}
        onSave={async (name) => {
          await renameProject(projectId, name);
          onChanged();
        }}
      />
    );
  return (
    <CoverDialog
      // The list may hold a newer cover than the press that opened the dialog.
      project={projects?.find((project) => project.projectId === projectId) ?? editing.project}
      onChanged={onChanged}
      onClose={onClose}
    />
  );
}

interface EntryProps {
  icon: ReactNode;
  name: string;
  count: number | undefined;
  isCurrent: boolean;
  onClick: () => void;
  children?: ReactNode;
}

function Entry({ icon, name, count, isCurrent, onClick, children }: EntryProps) {
  return (
    <li className={`relative ${styles.entry}`}>
      <BareButton aria-current={isCurrent ? 'page' : undefined} title={name} onClick={onClick}>
        <span className={`grid flex-none place-items-center text-second ${styles.icon}`}>{icon}</span>
        <span className="truncate flex-1 min-w-0">{name}</span>
        <span className={`flex-none text-second text-12 tabular ${styles.count}`}>
          {count === undefined ? '' : formatNumber(count)}
        </span>
      </BareButton>
      {children}
    </li>
  );
}
