import { type BaseRecord, type HttpError, useList, useLogout } from '@refinedev/core';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { StaffInfo } from '#shared/contract/staff';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { minute } from '#shared/domain/time';
import { mayAct } from '../providers/access-control.ts';
import type { ConsoleResource } from './console-resource.ts';
import { LeaveIcon, MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';
import { LogoMark } from './logo-mark.tsx';
import { type ThemeChoice, themeChoices, useConsoleTheme } from './theme.tsx';

interface Props {
  staff: StaffInfo;
  resources: readonly ConsoleResource[];
  children: ReactNode;
}

/** Slim side menu; icons only on narrower screens, a bar at the top on phones. */
export function Shell({ staff, resources, children }: Props) {
  const { mutate: logout, isPending } = useLogout();
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
  const groups = grouped(resources.filter(({ name }) => mayAct(staff, name, 'list')));
  return (
    <div className="shell">
      <aside className="side">
        <Link to="/" className="brand" aria-label="筑绘控制台首页">
          <LogoMark />
          <span className="brand-name">筑绘</span>
          <span className="brand-part">控制台</span>
        </Link>
        <nav ref={nav} aria-label="主菜单">
          {groups.map(([group, entries]) => (
            <div key={group} className="side-section" role="group" aria-label={group}>
              <h2 className="side-group">{group}</h2>
              {entries.map((entry) => (
                <MenuEntry key={entry.name} resource={entry} />
              ))}
            </div>
          ))}
        </nav>
        <div className="side-foot">
          <div className="me">
            <span className="me-name">{staff.nickName || staff.loginName}</span>
            <span className="me-role">{staffRoleLabels[staff.role]}</span>
          </div>
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
      <main className="main">{children}</main>
    </div>
  );
}

function grouped(resources: readonly ConsoleResource[]) {
  const groups = new Map<string, ConsoleResource[]>();
  for (const resource of resources) groups.set(resource.group, [...(groups.get(resource.group) ?? []), resource]);
  return [...groups];
}

function MenuEntry({ resource: { name, path, label, Icon, waiting } }: { resource: ConsoleResource }) {
  return (
    <NavLink to={`/${path}`} title={label}>
      <Icon />
      <span className="side-label">{label}</span>
      {waiting && <WaitingCount resource={name} waiting={waiting} />}
    </NavLink>
  );
}

const countedEveryMs = minute;

/** How many rows wait for somebody; nothing while there are none. */
function WaitingCount({ resource, waiting }: { resource: string; waiting: NonNullable<ConsoleResource['waiting']> }) {
  const { result } = useList<BaseRecord, HttpError>({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: Object.entries(waiting.filter).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
    errorNotification: false,
    queryOptions: { refetchInterval: countedEveryMs },
  });
  const { total } = result;
  if (!total) return null;
  return (
    <span className="side-count figures" role="img" aria-label={`${total} 条${waiting.what}`}>
      {total > 99 ? '99+' : total}
    </span>
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
