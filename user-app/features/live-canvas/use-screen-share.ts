import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '@/lib/toast';
import type { DrawingTable } from './use-drawing-table';

/** Interval between captures of the shared screen, ms; only changed captures are rendered. */
const lookEveryMs = 250;
const probe = { width: 48, height: 36 } as const;
/** Mean difference per channel from which a screen counts as changed, 0–255. */
const leastDifference = 0.6;

/** A shared window or screen under the drawing. It costs drawing time only while something on it changes. */
export function useScreenShare(table: DrawingTable) {
  const [stream, setStream] = useState<MediaStream>();
  const video = useRef<HTMLVideoElement>(null);

  const start = useCallback(async () => {
    if (!navigator.mediaDevices?.getDisplayMedia) {
      toast.warning('这个浏览器不能截取屏幕，请用桌面版 Chrome、Edge 或 Firefox，并通过 https 打开');
      return;
    }
    try {
      setStream(await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 8 }, audio: false }));
    } catch (error) {
      // The user dismissed the browser's permission dialog: nothing to report.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return;
      toast.error('没有截取到屏幕，请再试一次');
    }
  }, []);

  const stop = useCallback(() => setStream(undefined), []);

  /** Leaves the screen as it is now on the paper, as a picture. */
  const keep = useCallback(async () => {
    const element = video.current;
    if (!element || element.videoWidth === 0) return;
    const canvas = document.createElement('canvas');
    canvas.width = element.videoWidth;
    canvas.height = element.videoHeight;
    canvas.getContext('2d')?.drawImage(element, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
    if (!blob) return;
    const { id, size } = await table.shelf.add(blob);
    setStream(undefined);
    table.board.hold(id, size);
  }, [table]);

  useEffect(() => {
    const element = video.current;
    if (!stream || !element) return;
    element.srcObject = stream;
    const small = document.createElement('canvas');
    small.width = probe.width;
    small.height = probe.height;
    const context = small.getContext('2d', { willReadFrequently: true });
    let before: Uint8ClampedArray | undefined;
    const look = () => {
      if (!context || element.videoWidth === 0) return;
      table.backdrop = { source: element, size: { width: element.videoWidth, height: element.videoHeight } };
      context.drawImage(element, 0, 0, probe.width, probe.height);
      const { data } = context.getImageData(0, 0, probe.width, probe.height);
      if (differs(before, data)) table.board.onDrawn();
      before = data;
    };
    const timer = window.setInterval(look, lookEveryMs);
    const onEnded = () => setStream(undefined);
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnded);
    return () => {
      window.clearInterval(timer);
      for (const track of stream.getTracks()) {
        track.removeEventListener('ended', onEnded);
        track.stop();
      }
      element.srcObject = null;
      table.backdrop = undefined;
      table.board.say('已停止截取屏幕');
      table.board.onDrawn();
    };
  }, [stream, table]);

  return { video, isSharing: stream !== undefined, start, stop, keep };
}

function differs(before: Uint8ClampedArray | undefined, now: Uint8ClampedArray): boolean {
  if (!before) return true;
  let sum = 0;
  for (let index = 0; index < now.length; index += 1) sum += Math.abs((now[index] ?? 0) - (before[index] ?? 0));
  return sum / now.length > leastDifference;
}
