import { App } from 'antd';
import { useEffect } from 'react';
import { pageWorld } from '#shared/browser/stores';
import { worldChangeWords } from '#shared/browser/world-watch';

/** Names the world that this page is in, where it has a name; leads to the control plane, where it is changed. */
export function WorldBadge() {
  if (pageWorld === undefined) return null;
  return (
    <a className="world" href="/__mock/" title={`空间 ${pageWorld}：打开控制面`}>
      空间 {pageWorld}
    </a>
  );
}

/** Says why the page was loaded again, where the world was changed in another tab. */
export function WorldNews(): null {
  const { notification } = App.useApp();
  useEffect(() => {
    const message = worldChangeWords();
    if (message) notification.info({ message, duration: 10 });
  }, [notification]);
  return null;
}
