import { expect, test } from 'vitest';
import { type Connection, createConnection } from './connection.ts';

/** Fake ports: a network state that tests switch, and timers that fire only when a test calls `act`. */
function line() {
  const timers: { act: () => void; milliseconds: number }[] = [];
  const state = { isOnLine: true, answers: true, probes: 0 };
  const open = (): Connection =>
    createConnection({
      isOnLine: () => state.isOnLine,
      probe: async () => {
        state.probes += 1;
        return state.answers;
      },
      setTimer: (act, milliseconds) => {
        const timer = { act, milliseconds };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    });
  return { state, timers, open };
}

test('a call without an answer is no lost network while the server answers a look', async () => {
  const { open } = line();
  const connection = open();
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(false);
});

test('a server that does not answer is looked for at growing intervals, and its return is told once', async () => {
  const { state, timers, open } = line();
  const connection = open();
  let returns = 0;
  connection.onReconnect(() => {
    returns += 1;
  });
  state.answers = false;
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(true);
  const pauses: number[] = [];
  for (let look = 0; look < 6; look += 1) {
    const timer = timers.pop();
    pauses.push(timer?.milliseconds ?? 0);
    timer?.act();
    await connection.noteFailure();
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  state.answers = true;
  timers.pop()?.act();
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(false);
  connection.noteAnswer();
  expect(returns).toBe(1);
});

test('what the browser says of the network is looked into: a server on the same computer answers without one', async () => {
  const { state, open } = line();
  state.isOnLine = false;
  const connection = open();
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(false);
  expect(await connection.isLost()).toBe(false);
});

test('a look that was answered just before the network was cut off is followed by more', async () => {
  const { state, timers, open } = line();
  const connection = open();
  state.isOnLine = false;
  connection.noteBrowser();
  await connection.noteFailure();
  connection.noteAnswer();
  expect(connection.isOffline()).toBe(false);
  expect(timers).toHaveLength(1);
  state.answers = false;
  timers.pop()?.act();
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(true);
  Object.assign(state, { isOnLine: true, answers: true });
  connection.noteBrowser();
  await connection.noteFailure();
  expect(timers).toEqual([]);
});

test('an answer that comes late does not end a loss that the browser reports', async () => {
  const { state, open } = line();
  const connection = open();
  const returns: boolean[] = [];
  connection.onReconnect((isInDoubt) => returns.push(isInDoubt));
  Object.assign(state, { isOnLine: false, answers: false });
  connection.noteBrowser();
  await connection.noteFailure();
  connection.noteAnswer();
  await connection.noteFailure();
  expect(connection.isOffline()).toBe(true);
  expect(returns).toEqual([]);
  Object.assign(state, { isOnLine: true, answers: true });
  connection.noteAnswer();
  expect(returns).toEqual([false]);
});

test('a change without an answer makes the pages read again, though the line was never lost', async () => {
  const { open } = line();
  const connection = open();
  const returns: boolean[] = [];
  connection.onReconnect((isInDoubt) => returns.push(isInDoubt));
  await connection.noteUnanswered();
  expect(connection.isOffline()).toBe(false);
  expect(returns).toEqual([true]);
  connection.noteAnswer();
  expect(returns).toEqual([true]);
});

test('before a change a server that was lost is looked for once more', async () => {
  const { state, open } = line();
  const connection = open();
  state.answers = false;
  await connection.noteFailure();
  expect(await connection.isLost()).toBe(true);
  state.answers = true;
  expect(await connection.isLost()).toBe(false);
  Object.assign(state, { isOnLine: false, answers: false });
  expect(await connection.isLost()).toBe(true);
  expect(connection.isOffline()).toBe(true);
});
