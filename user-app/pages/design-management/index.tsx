import { useCurrentUser } from '../../data/user';
import { WorksScreen } from '../../features/works';
import { openLogin } from '../../lib/app-store';
import { Link } from '../../lib/router';
import { useToolCards } from '../../lib/use-tool-cards';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ArrowLeftIcon } from '../../ui/icons';
import { Logo } from '../../ui/logo';
import styles from './design-management.css';

/** My works. The screen has no header of its own (docs/RULES.md R16), so it brings a way back. */
export default function DesignManagement() {
  const { user } = useCurrentUser();
  const cards = useToolCards();
  if (user) return <WorksScreen key={user.userId} accountId={user.userId} cards={cards} />;
  return (
    <div className="flex-1">
      <div className={`row gap-16 border-b ${styles.bar}`}>
        <Link to="/" className={`row gap-8 rounded-input text-second ${styles.back}`} aria-label="返回首页">
          <ArrowLeftIcon size={18} />
          <Logo size={22} />
        </Link>
        <h1>作品</h1>
      </div>
      <EmptyState
        drawing="sheet"
        title="登录后查看作品"
        text="做过的图都在这里：按项目整理，打包下载，查看版本，用同样的参数再做一次。"
      >
        <Button look="primary" onClick={() => openLogin({ reason: '登录后查看作品' })}>
          登录
        </Button>
        <ButtonLink to="/list">先看看工具</ButtonLink>
      </EmptyState>
    </div>
  );
}
