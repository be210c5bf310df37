import { useLogout } from '@refinedev/core';
import { Alert, Button, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { StaffInfo } from '#shared/contract/staff';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { mayAct } from '../providers/access-control.ts';
import { useOffline } from '../providers/connection.ts';
import type { ConsoleResource } from './console-resource.ts';
import { LeaveIcon, MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';
import { LogoMark } from './logo-mark.tsx';
import { MenuSections, PhoneMenu } from './menu.tsx';
import { QuickWays } from './palette/quick-ways.tsx';
import { type ThemeChoice, themeChoices, useConsoleTheme } from './theme.tsx';
import { UndoOffers } from './undo.tsx';
import { WorldBadge } from './world.tsx';

interface Props {
  staff: StaffInfo;
  resources: readonly ConsoleResource[];
  children: ReactNode;
}

/** Slim side menu; icons only on narrower screens, a bar at the top on phones. */
export function Shell({ staff, resources, children }: Props) {
  const { mutate: logout, isPending } = useLogout();
  const isOffline = useOffline();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On phones the menu is a strip that scrolls, and grows when its counts come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new active entry
  useEffect(() => {
    const menu = nav.current;
    if (!menu) return;
    const observer = new ResizeObserver(() =>
      menu.querySelector('a.active')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    );
    for (const section of menu.children) observer.observe(section);
    return () => observer.disconnect();
  }, [pathname]);
  const allowed = resources.filter(({ name }) => mayAct(staff, name, 'list'));
  return (
    <div className="shell">
      <aside className="side">
        <div className="side-head">
          <Link to="/" className="brand" aria-label="筑绘控制台首页">
            <LogoMark />
            <span className="brand-name">筑绘</span>
            <span className="brand-part">控制台</span>
          </Link>
          <QuickWays staff={staff} resources={allowed} />
        </div>
        <nav ref={nav} aria-label="主菜单">
          <MenuSections resources={allowed} />
        </nav>
        <PhoneMenu resources={allowed} />
        <WorldBadge />
        <div className="side-foot">
          <Link to="/security" className="me" title="我的安全">
            <span className="me-name">{staff.nickName || staff.loginName}</span>
            <span className="me-role">{staffRoleLabels[staff.role]}</span>
          </Link>
          <UndoOffers />
          <ThemeSwitch />
          <Tooltip title="退出登录" placement="right">
            <Button
              type="text"
              icon={<LeaveIcon />}
              aria-label="退出登录"
              loading={isPending}
              onClick={() => logout()}
            />
          </Tooltip>
        </div>
      </aside>
      <main className="main">
        <div role="status">
          {isOffline && (
            <Alert banner type="warning" message="网络断开了：看到的可能不是最新内容，现在的修改保存不了" />
          )}
        </div>
        {children}
      </main>
    </div>
  );
}

const themeLabels: Record<ThemeChoice, string> = { system: '跟随系统', light: '浅色', dark: '深色' };
const themeIcons: Record<ThemeChoice, () => ReactNode> = { system: ScreenIcon, light: SunIcon, dark: MoonIcon };

export function ThemeSwitch() {
  const { choice, choose } = useConsoleTheme();
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
  const Icon = themeIcons[choice];
  return (
    <Tooltip title={`外观：${themeLabels[choice]}`} placement="right">
      <Button
        type="text"
        icon={<Icon />}
        aria-label={`外观：${themeLabels[choice]}，切换为${themeLabels[next]}`}
        onClick={() => choose(next)}
      />
    </Tooltip>
  );
}
