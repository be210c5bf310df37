import { Link, useSearchParams } from '@umijs/max';
import { type TaskStatus, taskStatuses } from '#shared/domain/task-status';
import { useCurrentUser } from '../../data/user';
import { useWorks } from '../../data/works';
import { statusWords, WorksGrid } from '../../features/works/works-grid';
import { openLogin } from '../../lib/app-store';
import { classNames } from '../../lib/class-names';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ArrowLeftIcon } from '../../ui/icons';
import { Logo } from '../../ui/logo';
import styles from './design-management.css';

const pageSize = 24;
const waitingPlaces = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** My works. The screen has no header of its own (spec §2), so it brings a way back. */
export default function DesignManagement() {
  const { user } = useCurrentUser();
  const cards = useToolCards();
  const [search, setSearch] = useSearchParams();
  const status = taskStatuses.find((name) => name === search.get('status'));
  const tool = search.get('tool') ?? undefined;
  const page = Math.max(1, Number(search.get('page')) || 1);
  const works = useWorks({ page, size: pageSize, tool, status }, user !== undefined);
  const { list = [], total = 0 } = works.data ?? {};
  const lastPage = Math.max(1, Math.ceil(total / pageSize));

  const show = (change: { status?: TaskStatus | undefined; tool?: string | undefined; page?: number }) => {
    const next = { status, tool, page: 1, ...change };
    const entries = Object.entries(next).filter(
      ([name, value]) => value !== undefined && !(name === 'page' && value === 1),
    );
    setSearch(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])));
  };

  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <Link to="/" className={styles.back} aria-label="返回首页">
          <ArrowLeftIcon size={18} />
          <Logo size={22} />
        </Link>
        <h1>设计管理</h1>
        {user && (
          <span className={classNames(styles.total, 'tabular')} role="status">
            {works.data ? `${total} 个任务` : ''}
          </span>
        )}
      </div>

      {user && (
        <div className={styles.filters}>
          <div className={styles.tabs} role="group" aria-label="按状态筛选">
            {[undefined, ...taskStatuses].map((name) => (
              <button
                key={name ?? 'all'}
                type="button"
                aria-pressed={status === name}
                onClick={() => show({ status: name })}
              >
                {name ? statusWords[name] : '全部'}
              </button>
            ))}
          </div>
          <select
            aria-label="按工具筛选"
            value={tool ?? ''}
            onChange={(event) => show({ tool: event.target.value || undefined })}
          >
            <option value="">全部工具</option>
            {cards.map((card) => (
              <option key={card.id} value={card.id}>
                {card.title}
              </option>
            ))}
          </select>
        </div>
      )}

      <div className={styles.body}>
        {!user && (
          <EmptyState
            drawing="sheet"
            title="登录后查看作品"
            text="做过的图按时间排在这里，可以下载、设为底图再做，也可以按工具和状态查找。"
          >
            <Button look="primary" onClick={() => openLogin({ reason: '登录后查看作品' })}>
              登录
            </Button>
            <ButtonLink to="/list">先看看工具</ButtonLink>
          </EmptyState>
        )}
        {user && works.error && !works.data && (
          <EmptyState drawing="broken" title="作品没有读到" text={works.error.message}>
            <Button onClick={works.refresh}>重试</Button>
          </EmptyState>
        )}
        {user && works.loading && !works.data && (
          <ul className={styles.waiting} aria-label="正在读取作品">
            {waitingPlaces.map((place) => (
              <li key={place} />
            ))}
          </ul>
        )}
        {user && works.data && list.length === 0 && (
          <EmptyState
            drawing="sheet"
            title={status || tool ? '没有符合条件的作品' : '还没有作品'}
            text={status || tool ? '换一个状态或工具再看。' : '选一个工具，上传底图，生成的图会自动放到这里。'}
          >
            {status || tool ? (
              <Button onClick={() => show({ status: undefined, tool: undefined })}>清除筛选</Button>
            ) : (
              <ButtonLink to="/list" look="primary">
                打开功能列表
              </ButtonLink>
            )}
          </EmptyState>
        )}
        {list.length > 0 && <WorksGrid tasks={list} cards={cards} onChanged={works.refresh} />}
        {lastPage > 1 && (
          <nav className={styles.pager} aria-label="分页">
            <Button disabled={page <= 1} onClick={() => show({ page: page - 1 })}>
              上一页
            </Button>
            <span className="tabular">
              {page} / {lastPage}
            </span>
            <Button disabled={page >= lastPage} onClick={() => show({ page: page + 1 })}>
              下一页
            </Button>
          </nav>
        )}
      </div>
    </div>
  );
}
