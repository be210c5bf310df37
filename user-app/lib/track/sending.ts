import { actAlone, localStore } from '#shared/browser/stores';
import { calls } from '../calls';
import { connection, onReconnect } from '../connection';
import { deviceUuid } from '../storage';
import { tabName } from '../tab';
import { EventQueue } from './event-queue';
import { createEventShelf } from './event-shelf';
import { steadyNow } from './steady-now';

const { path } = calls.trackEvents;

/** Sends the events of this tab; fetched when the first page rests. */
export const queue = new EventQueue({
  now: steadyNow,
  setTimer: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  isOnLine: () => !connection.isOffline(),
  beacon: (body) => navigator.sendBeacon?.(path, body) ?? false,
  // A gate before the product may redirect: then nothing has arrived.
  post: async (body) => (await fetch(path, { method: 'POST', body, keepalive: true, redirect: 'manual' })).status,
  deviceId: deviceUuid,
  shelf: createEventShelf(tabName, Date.now, localStore),
  // Browsers without locks may send an event twice; the server stores it once, by its id.
  alone: (act) => actAlone('tracked-events', act),
});

window.addEventListener('online', queue.resume);
onReconnect(queue.resume);
