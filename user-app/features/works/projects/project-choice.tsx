import { useId, useState } from 'react';
import type { Project } from '#shared/contract/project';
import { longestProjectName } from '#shared/domain/works-limits';
import { createProject } from '../../../data/projects';
import { toastFailure } from '../../../lib/toast';
import { BareButton } from '../../../ui/button';
import { PlusIcon } from '../../../ui/icons';
import { Input } from '../../../ui/input';
import { textLimit } from '../../../ui/text-limit';
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
  const tooLong = textLimit(wanted, longestProjectName).fault;
  const faultId = useId();
  const fitting = projects.filter((project) => project.name.includes(wanted));
  const isNew = wanted !== '' && !tooLong && projects.every((project) => project.name !== wanted);

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
    <div className={`p-8 ${styles.choice}`}>
      <Input
        aria-label="查找或新建项目"
        placeholder="查找或新建项目"
        value={name}
        className={styles.wanted}
        aria-invalid={tooLong !== undefined}
        aria-describedby={tooLong ? faultId : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          const [only] = fitting;
          if (isNew) void create();
          else if (only) onChoose(only.projectId, only.name);
        }}
      />
      {tooLong && (
        <p id={faultId} role="alert" className={`text-danger text-13 ${styles.fault}`}>
          {tooLong}
        </p>
      )}
      <ul>
        {wanted === '' && current !== null && (
          <li>
            <BareButton onClick={() => onChoose(null, '未分类')}>
              <span className={styles.icon}>
                <InboxIcon size={16} />
              </span>
              未分类
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
              <span className="truncate">{project.name}</span>
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
