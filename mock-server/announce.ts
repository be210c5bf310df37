/**
 * Runs work that the start of the server must wait for, and reports it when it takes long.
 * @param what short description of the work, in Chinese and without a full stop
 * @param bytes size of the data that is processed
 * @param work synchronous
 */
export type Announce = (what: string, bytes: number, work: () => unknown) => void;

/** Size in bytes from which on work is announced before it begins. */
export const muchBytes = 100 * 1024 * 1024;
/** Duration in milliseconds above which work is reported after its end, even when it was not announced. */
export const longMs = 1000;

export const silent: Announce = (_what, _bytes, work) => void work();

/** @param now monotonic clock in milliseconds, with any origin */
export function createAnnounce(say: (line: string) => void, now: () => number = () => performance.now()): Announce {
  return (what, bytes, work) => {
    const isMuch = bytes >= muchBytes;
    if (isMuch) say(`正在${what}，共 ${Math.round(bytes / 1024 / 1024)} MB，请不要关闭程序。`);
    const startedAt = now();
    work();
    const ms = now() - startedAt;
    if (isMuch || ms > longMs) say(`已${what}，用时 ${(ms / 1000).toFixed(1)} 秒。`);
  };
}
