import { useMemo } from 'react';
import type { Project, Work } from '#shared/contract/project';
import type { WorkPlaces, WorksList } from '../../data/works';
import { useListPart } from '../../lib/server-list';
import { Button, buttonLook } from '../../ui/button';
import { ChoiceBar, upward } from '../../ui/choice-bar';
import { DownloadIcon, TrashIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
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

/** Acts on the selected works. */
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
    <ChoiceBar
      label="对选中的作品"
      words={actions.packing?.words ?? actions.busyWords ?? `已选 ${count} 个`}
      packing={actions.packing}
      loaded={loaded}
      count={count}
      onSelectAll={onSelectAll}
      onClear={onClear}
    >
      {isBin ? (
        <>
          <Button look="quiet" onClick={() => void actions.restore(ids)}>
            <RestoreIcon size={16} />
            <span>恢复</span>
          </Button>
          <Button look="quiet" onClick={() => actions.purge(ids)}>
            <TrashIcon size={16} />
            <span>彻底删除</span>
          </Button>
        </>
      ) : (
        <>
          <Button look="quiet" onClick={() => actions.download(works)}>
            <DownloadIcon size={16} />
            <span>下载</span>
          </Button>
          <Button look="quiet" onClick={() => actions.download(works, 'png')} aria-label="下载 PNG" title="下载 PNG">
            PNG
          </Button>
          <Popover
            align="end"
            label="移动到项目"
            triggerClassName={buttonLook({ look: 'quiet' })}
            panelClassName={upward}
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
          <Button look="quiet" onClick={() => void actions.star(ids, !isAllStarred)}>
            <StarMark isStarred={isAllStarred} size={16} />
            <span>{isAllStarred ? '取消星标' : '加星标'}</span>
          </Button>
          <Button look="quiet" onClick={() => void actions.remove(ids)}>
            <TrashIcon size={16} />
            <span>删除</span>
          </Button>
        </>
      )}
    </ChoiceBar>
  );
}

function chosenOf(places: WorkPlaces, chosen: ReadonlySet<string>): Work[] {
  const found = [...chosen].map((taskId) => places.indexOf(taskId)).sort((a, b) => a - b);
  return found.flatMap((index) => places.at(index) ?? []);
}
