import { Link } from '../../lib/router';
import { FilingLink } from './filing-link';
import styles from './site-footer.css';

const agreements = [
  ['/agreement?tab=user', '用户协议'],
  ['/agreement?tab=privacy', '隐私政策'],
  ['/agreement?tab=member', '会员协议'],
  ['/agreement?tab=mark', 'AI 标识说明'],
] as const;

export function SiteFooter() {
  return (
    <footer data-site-footer className={`flex flex-wrap justify-between border-t text-second text-13 ${styles.footer}`}>
      <nav aria-label="协议" className="flex flex-wrap gap-8-16">
        {agreements.map(([to, label]) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
        <Link to="/qaPage">帮助中心</Link>
        <Link to="/client">客户端</Link>
        <Link to="/dingzhi">定制采购</Link>
      </nav>
      <p className="flex flex-wrap gap-8-16">
        <span>© 2026 筑绘 AI</span>
        <FilingLink />
      </p>
    </footer>
  );
}
