/**
 * Does what a start has to wait for, and says so where it takes long.
 * @param what the work in words, without a full stop
 * @param bytes of what is worked on
 */
export type Announce = (what: string, bytes: number, work: () => unknown) => void;

/** Work on so much is announced before it begins. */
export const muchBytes = 100 * 1024 * 1024;
/** Work that took longer is told of even where that was not foreseen, milliseconds. */
export const longMs = 1000;

export const silent: Announce = (_what, _bytes, work) => void work();

/** @param now milliseconds, from anywhere */
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
