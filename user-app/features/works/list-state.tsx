import { formatNumber } from '#shared/domain/format';
import type { WorksList } from '../../data/works';
import { useListState } from '../../lib/server-list';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { isNarrowed, type WorksAddress } from './use-works-address';
import styles from './works-screen.css';

const waitingCards = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

interface ListStateProps {
  list: WorksList;
  address: WorksAddress;
  onShow: (change: Partial<WorksAddress>) => void;
}

const emptyWords = {
  all: ['还没有作品', '选一个工具，上传底图，生成的图会自动放到这里。'],
  running: ['没有进行中的任务', '开始生成后，排队位置和预计时间会显示在这里。'],
  failed: ['没有失败的任务', '失败的任务会写明原因，券会退回，可以在这里重试。'],
  bin: ['回收站是空的', '删除的作品在这里保留 30 天，可以恢复。'],
} as const;

/** Stands in place of the grid while there is nothing to show, and ends it with a line. */
export function ListState({ list, address, onShow }: ListStateProps) {
  const { places, isReady, isComplete, isLoading, error } = useListState(list);
  if (!isReady && error)
    return (
      <EmptyState drawing="broken" title="作品没有读到" text={error.message}>
        <Button onClick={() => void list.loadMore()}>重试</Button>
      </EmptyState>
    );
  if (!isReady)
    return (
      <ul className={`grid gap-16 ${styles.waiting}`} aria-label="正在读取作品">
        {waitingCards.map((card) => (
          <li key={card} />
        ))}
      </ul>
    );
  if (places.length === 0 && isComplete) return <EmptyList address={address} onShow={onShow} />;
  return (
    <div className={`row justify-center gap-12 text-second text-13 tabular ${styles.end}`} role="status">
      {error ? (
        <>
          {error.message}
          <Button size="small" onClick={() => void list.loadMore()}>
            重试
          </Button>
        </>
      ) : isComplete ? (
        `共 ${formatNumber(places.length)} 个，没有更多了`
      ) : isLoading ? (
        '正在读取更多'
      ) : (
        ''
      )}
    </div>
  );
}

/** Says why a list has no work in it, and what leads to some. */
function EmptyList({ address, onShow }: Omit<ListStateProps, 'list'>) {
  const { tab, project } = address;
  if (isNarrowed(address))
    return (
      <EmptyState drawing="lost" title="没有符合条件的作品" text="换几个词，或者放宽工具和日期再找。">
        <Button
          onClick={() => onShow({ tool: undefined, isStarred: false, keyword: '', from: undefined, to: undefined })}
        >
          清除筛选
        </Button>
      </EmptyState>
    );
  if (project !== undefined && tab === 'all')
    return (
      <EmptyState
        drawing="wall"
        title={project === 'none' ? '作品都已归入项目' : '这个项目还没有作品'}
        text={project === 'none' ? '新做的图会先放在这里。' : '在全部作品里选中几张，点「移动到」放进来。'}
      >
        <Button onClick={() => onShow({ project: undefined })}>查看全部作品</Button>
      </EmptyState>
    );
  const [title, text] = emptyWords[tab];
  return (
    <EmptyState drawing={tab === 'failed' ? 'done' : 'sheet'} title={title} text={text}>
      {tab === 'all' || tab === 'running' ? (
        <ButtonLink to="/list" look="primary">
          选择工具
        </ButtonLink>
      ) : (
        <Button onClick={() => onShow({ tab: 'all' })}>查看全部作品</Button>
      )}
    </EmptyState>
  );
}
