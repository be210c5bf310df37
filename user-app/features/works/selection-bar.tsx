import { useMemo } from 'react';
import type { Project, Work } from '#shared/contract/project';
import type { WorksList } from '../../data/works-list';
import type { WorkPlaces } from '../../data/works-places';
import { useListPart } from '../../data/works-shelf';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import styles from './bars.css';
import { FolderIcon, RestoreIcon, StarMark } from './icons';
import { ProjectChoice } from './projects/project-choice';
import type { WorksActions } from './use-works-actions';

interface SelectionBarProps {
  list: WorksList;
  chosen: ReadonlySet<string>;
  isBin: boolean;
  projects: readonly Project[];
  actions: WorksActions;
  onSelectAll: () => void;
  onClear: () => void;
}

/** What can be done with the chosen works. */
export function SelectionBar(props: SelectionBarProps) {
  const { list, chosen, isBin, projects, actions, onSelectAll, onClear } = props;
  const places = useListPart(list, (state) => state.places);
  // In the order of the list, as they are numbered in an archive.
  const works = useMemo(() => chosenOf(places, chosen), [places, chosen]);
  const count = chosen.size;
  const loaded = places.loadedCount;
  const ids = works.map((work) => work.taskId);
  const isAllStarred = works.every((work) => work.isStarred);
  return (
    <div role="toolbar" aria-label="对选中的作品" className={styles.selection}>
      <button type="button" aria-label="取消选择" title="取消选择 Esc" onClick={onClear} className={styles.iconButton}>
        <CloseIcon size={16} />
      </button>
      <span className={styles.count} role="status">
        {actions.busyWords ?? `已选 ${count} 个`}
      </span>
      {count < loaded && (
        <button type="button" onClick={onSelectAll} className={styles.selectAll} title="Ctrl + A">
          全选已载入的 {loaded} 个
        </button>
      )}
      <span className={styles.divider} />
      {isBin ? (
        <>
          <button type="button" onClick={() => void actions.restore(ids)}>
            <RestoreIcon size={16} />
            <span>恢复</span>
          </button>
          <button type="button" onClick={() => actions.purge(ids)}>
            <TrashIcon size={16} />
            <span>彻底删除</span>
          </button>
        </>
      ) : (
        <>
          <button type="button" onClick={() => actions.download(works)}>
            <DownloadIcon size={16} />
            <span>下载</span>
          </button>
          <button type="button" onClick={() => actions.download(works, 'png')} aria-label="下载 PNG" title="下载 PNG">
            PNG
          </button>
          <Popover
            align="end"
            label="移动到项目"
            panelClassName={styles.upward}
            trigger={
              <>
                <FolderIcon size={16} />
                <span>移动到</span>
              </>
            }
          >
            {(close) => (
              <ProjectChoice
                projects={projects}
                onChoose={(projectId, name) => {
                  close();
                  void actions.move(ids, projectId, name);
                }}
              />
            )}
          </Popover>
          <button type="button" onClick={() => void actions.star(ids, !isAllStarred)}>
            <StarMark isStarred={isAllStarred} size={16} />
            <span>{isAllStarred ? '取消星标' : '加星标'}</span>
          </button>
          <button type="button" onClick={() => void actions.remove(ids)}>
            <TrashIcon size={16} />
            <span>删除</span>
          </button>
        </>
      )}
    </div>
  );
}

function chosenOf(places: WorkPlaces, chosen: ReadonlySet<string>): Work[] {
  const found = [...chosen].map((taskId) => places.indexOf(taskId)).sort((a, b) => a - b);
  return found.flatMap((index) => places.at(index) ?? []);
}
