import { useLogout } from '@refinedev/core';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { StaffInfo } from '#shared/contract/staff';
import type { ConsoleResource } from '../console-resource.ts';
import { listenForHotkeys, useHotkeys } from '../hotkeys.ts';
import { SearchIcon } from '../icons.tsx';
import { useConsoleTheme } from '../theme.tsx';

const Palette = lazy(() => import('./palette.tsx'));
const KeyMap = lazy(() => import('./key-map.tsx'));

/** The ways that are quicker than the menu: Ctrl-K over everything, and the map of keys. */
export function QuickWays({ staff, resources }: { staff: StaffInfo; resources: readonly ConsoleResource[] }) {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const { mutate: logout } = useLogout();
  const { choose } = useConsoleTheme();
  const close = () => setOpen(undefined);
  useEffect(listenForHotkeys, []);
  useHotkeys([
    { keys: 'mod+k', label: '查找与跳转', run: () => setOpen('palette') },
    { keys: '?', label: '快捷键一览', run: () => setOpen('keys') },
  ]);
  const acts = [
    { key: 'keys', group: '操作', title: '快捷键一览', run: () => setOpen('keys') },
    { key: 'light', group: '操作', title: '外观：浅色', run: () => choose('light') },
    { key: 'dark', group: '操作', title: '外观：深色', run: () => choose('dark') },
    { key: 'system', group: '操作', title: '外观：跟随系统', run: () => choose('system') },
    { key: 'logout', group: '操作', title: '退出登录', run: () => logout() },
  ];
  return (
    <>
      <Tooltip title="查找与跳转（Ctrl K）" placement="right">
        <Button
          className="quick-button"
          type="text"
          icon={<SearchIcon />}
          aria-label="查找与跳转"
          onClick={() => setOpen('palette')}
        />
      </Tooltip>
      <Suspense>
        {open === 'palette' && <Palette staff={staff} resources={resources} acts={acts} onClose={close} />}
        {open === 'keys' && <KeyMap onClose={close} />}
      </Suspense>
    </>
  );
}
