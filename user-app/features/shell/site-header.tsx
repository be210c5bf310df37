import { useCurrentUser } from '../../data/user';
import { useAllowed } from '../../lib/allowed';
import { openLogin } from '../../lib/app-store';
import { Link, NavLink, useLocation } from '../../lib/router';
import { BareButton } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { CrownIcon, SearchIcon } from '../../ui/icons';
import { Logo } from '../../ui/logo';
import { openPalette } from '../palette/door';
import { AccountMenu } from './account-menu';
import { drawerEntries, headerEntries } from './menu-entries';
import { NavDrawer } from './nav-drawer';
import styles from './shell.css';
import { ThemeToggle } from './theme-switch';
import { TicketsMenu } from './tickets-menu';
import { ToolsMenu } from './tools-menu';
import { WorldBadge } from './world-badge';

/** Fixed header of 56 px; on phones logo, menu drawer and account. */
export function SiteHeader() {
  const { user } = useCurrentUser();
  const { pathname } = useLocation();
  const isAllowed = useAllowed();

  return (
    <header className={`sticky top-0 z-float flex-none border-b ${styles.header}`}>
      <div className={`row gap-8 h-full ${styles.bar}`}>
        <div className={`hidden ${styles.phone}`} data-guide="menu">
          <NavDrawer entries={drawerEntries} />
        </div>
        <Link to="/" className={`row gap-8 font-semibold nowrap ${styles.brand}`} aria-label="筑绘 AI 首页">
          <Logo />
          筑绘
        </Link>
        <WorldBadge />
        <nav className={`row gap-2 ${styles.desktop}`} aria-label="主导航">
          <div data-guide="tools">
            <ToolsMenu triggerClassName={styles.navEntry} />
          </div>
          {headerEntries.filter(isAllowed).map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className={styles.navEntry ?? ''}
              data-guide={path === '/aiDesignMangement' ? 'works' : undefined}
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={`row gap-8 ${styles.side}`}>
          <IconButton
            label="搜索工具、作品、页面和设置"
            tip="搜索（Ctrl K）"
            aria-keyshortcuts="Control+K"
            aria-haspopup="dialog"
            onClick={() => openPalette('all')}
          >
            <SearchIcon />
          </IconButton>
          <div className={styles.desktop}>
            <div data-guide="tickets">
              <TicketsMenu isLoggedIn={user !== undefined} />
            </div>
            <NavLink to="/membership" className={styles.navEntry ?? ''}>
              <CrownIcon size={16} />
              会员
            </NavLink>
            <ThemeToggle />
          </div>
          {!user && pathname !== '/user/login' && (
            <BareButton className={`rounded-chip font-medium nowrap ${styles.login}`} onClick={() => openLogin()}>
              登录
            </BareButton>
          )}
          <div data-guide="help">
            <AccountMenu />
          </div>
        </div>
      </div>
    </header>
  );
}
