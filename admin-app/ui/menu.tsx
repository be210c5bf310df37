import { type BaseRecord, type HttpError, useList } from '@refinedev/core';
import { Button, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { minute } from '#shared/domain/time';
import type { ConsoleResource } from './console-resource.ts';
import { MenuIcon, RolesIcon } from './icons.tsx';

interface Props {
  resources: readonly ConsoleResource[];
}

/** Every part of the console one may see, under its heading. */
export function MenuSections({ resources }: Props) {
  return grouped(resources).map(([group, entries]) => (
    <div key={group} className="side-section" role="group" aria-label={group}>
      <h2 className="side-group">{group}</h2>
      {entries.map((entry) => (
        <MenuEntry key={entry.name} resource={entry} />
      ))}
    </div>
  ));
}

/** On phones the strip shows where one is; here is everything at once. */
export function PhoneMenu({ resources }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is where one wanted to go
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <>
      <Button
        className="phone-menu-button"
        type="text"
        icon={<MenuIcon />}
        aria-label="全部菜单"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      <Drawer open={isOpen} title="全部菜单" placement="left" width="min(300px, 86vw)" onClose={() => setIsOpen(false)}>
        <nav className="phone-menu" aria-label="全部菜单">
          <MenuSections resources={resources} />
          <NavLink to="/security">
            <RolesIcon />
            <span className="side-label">我的安全</span>
          </NavLink>
        </nav>
      </Drawer>
    </>
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

/** Number of rows that wait for a decision; nothing while there are none. */
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
