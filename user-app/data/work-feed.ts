import { api } from '../lib/api';
import { createTaskFeed, openBrowserEvents } from './task-feed';

/** Keeps unfinished works current: server events, and reads where events do not come. */
export const workFeed = createTaskFeed({
  readTask: (taskId) => api.getTaskByTaskId({ taskId }),
  openEvents: openBrowserEvents,
  setTimer: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
});
