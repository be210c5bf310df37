import { useEffect } from 'react';
import type { Task } from '#shared/contract/task';
import { lightPalette } from '#shared/design/tokens';
import { isFinal } from '#shared/domain/task-status';
import { toolById } from '#shared/tools/registry';
import { taskFeed } from '../../data/task';
import { progressNow } from '../../data/task-progress';
import { runNotice } from '../../lib/run-notice';
import { setTabState } from '../../lib/tab-title';
import { badgeIcon } from './tab-icon';
import { playTone } from './tone';

/** Milliseconds between two looks at what runs; the tab says whole percents. */
const lookEveryMs = 1000;

/** Tells of tasks outside their pages: in the tab's title and icon, and when one ends in a background tab. */
export default function RunWatch() {
  useEffect(() => {
    const watched = new Set(taskFeed.unfinished().map(({ taskId }) => taskId));
    let ended: string | undefined;

    const show = () => {
      const [task] = taskFeed.unfinished().sort(byInterest);
      setTabState(task ? stateOf(task) : ended);
      badgeIcon(task ? { fraction: progressNow(task) ?? 0, colour: lightPalette.ink } : ended && endBadge);
    };
    const unsubscribe = taskFeed.subscribe((task) => {
      if (!isFinal(task.status)) watched.add(task.taskId);
      else if (watched.delete(task.taskId) && document.hidden && task.status !== 'canceled') {
        ended = `${outcomeOf(task)} · ${titleOf(task)}`;
        announce(task);
      }
      show();
    });
    const look = () => {
      if (!document.hidden) ended = undefined;
      show();
    };
    const timer = window.setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      unsubscribe();
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return null;
}

const endBadge = { fraction: 1, colour: lightPalette.success };

const titleOf = ({ tool }: Task): string => toolById(tool)?.title ?? '任务';
const outcomeOf = ({ status }: Task): string => (status === 'succeeded' ? '已完成' : '没有生成成功');

/** Orders running tasks before waiting ones, and the newest first. */
function byInterest(one: Task, other: Task): number {
  const isRunning = (task: Task) => Number(task.status === 'running');
  return isRunning(other) - isRunning(one) || other.createdAt - one.createdAt;
}

function stateOf(task: Task): string {
  const fraction = progressNow(task);
  const far =
    task.status === 'queued' ? '排队中' : fraction === undefined ? '生成中' : `${Math.floor(fraction * 100)}%`;
  return `${far} · ${titleOf(task)}`;
}

function announce(task: Task): void {
  const { isAnnounced, isHeard } = runNotice.get();
  if (isHeard) playTone();
  if (!isAnnounced || !('Notification' in window) || Notification.permission !== 'granted') return;
  const body = task.status === 'succeeded' ? '结果已经在作品里' : (task.error?.message ?? '可以回来重试');
  // The same tag from two tabs is one notice.
  const notice = new Notification(`${titleOf(task)}${outcomeOf(task)}`, {
    body,
    tag: task.taskId,
    icon: '/favicon.svg',
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
