import { ConsoleError } from './http.ts';

/** Fetches a file and hands it to the browser to keep. Throws `ConsoleError`. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => undefined);
  if (!response) throw new ConsoleError(0, { message: '网络连接失败，请检查网络后重试' });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
    throw new ConsoleError(response.status, { message: message || '下载失败，请稍后重试' });
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
