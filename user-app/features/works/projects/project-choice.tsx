import { useState } from 'react';
import type { Project } from '#shared/contract/project';
import { createProject } from '../../../data/projects';
import { toastFailure } from '../../../lib/toast';
import { BareButton } from '../../../ui/button';
import { PlusIcon } from '../../../ui/icons';
import { InboxIcon } from '../icons';
import styles from './project-choice.css';
import { ProjectCover } from './project-cover';

interface ProjectChoiceProps {
  projects: readonly Project[];
  /** Null: in no project. */
  current?: string | null;
  onChoose: (projectId: string | null, name: string) => void;
}

/** Projects to choose one from, and a new one by its name. */
export function ProjectChoice({ projects, current, onChoose }: ProjectChoiceProps) {
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const wanted = name.trim();
  const fitting = projects.filter((project) => project.name.includes(wanted));
  const isNew = wanted !== '' && projects.every((project) => project.name !== wanted);

  const create = async () => {
    setBusy(true);
    try {
      const project = await createProject(wanted);
      onChoose(project.projectId, project.name);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.choice}>
      <input
        aria-label="查找或新建项目"
        placeholder="查找或新建项目"
        value={name}
        maxLength={30}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          const [only] = fitting;
          if (isNew) void create();
          else if (only) onChoose(only.projectId, only.name);
        }}
      />
      <ul>
        {wanted === '' && current !== null && (
          <li>
            <BareButton onClick={() => onChoose(null, '未归项目')}>
              <span className={styles.icon}>
                <InboxIcon size={16} />
              </span>
              未归项目
            </BareButton>
          </li>
        )}
        {fitting.map((project) => (
          <li key={project.projectId}>
            <BareButton
              aria-current={project.projectId === current}
              disabled={project.projectId === current}
              onClick={() => onChoose(project.projectId, project.name)}
            >
              <ProjectCover project={project} />
              <span className={styles.name}>{project.name}</span>
            </BareButton>
          </li>
        ))}
        {isNew && (
          <li>
            <BareButton disabled={isBusy} onClick={() => void create()}>
              <span className={styles.icon}>
                <PlusIcon size={16} />
              </span>
              新建「{wanted}」
            </BareButton>
          </li>
        )}
      </ul>
    </div>
  );
}
