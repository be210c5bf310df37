/** Received part of a file. */
export interface BytesRead {
  /** Bytes. */
  got: number;
  /** Bytes; undefined where the server does not say. */
  total: number | undefined;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((read: BytesRead) => void) | undefined;
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
}

/** Reads a file piece by piece. Throws a sentence when it cannot be had, and the signal's reason when that fires. */
export async function readBytes(url: string, options: ReadOptions = {}): Promise<Blob> {
  const { chunks, type } = await read(url, options);
  return new Blob(chunks, { type });
}

/** The same as {@link readBytes}, in the memory of the page. */
export async function readChunks(url: string, options: ReadOptions = {}): Promise<Uint8Array[]> {
  return (await read(url, options)).chunks;
}

async function read(url: string, { signal, onProgress, onChunk }: ReadOptions) {
  const gone = (cause: unknown) => {
    signal?.throwIfAborted();
    return new Error('网络连接失败，请检查网络后重试', { cause });
  };
  const response = await fetch(url, { credentials: 'include', ...(signal && { signal }) }).catch((cause: unknown) => {
    throw gone(cause);
  });
  if (!response.ok) throw new Error(response.status === 404 ? '图片不存在或已被删除' : '下载失败，请稍后重试');
  const { headers, body } = response;
  // The length of what is packed for the way is not the file's.
  const total = headers.has('content-encoding') ? undefined : Number(headers.get('content-length')) || undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch((cause: unknown) => {
      throw gone(cause);
    })) ?? { done: true, value: undefined };
    if (done || !value) break;
    chunks.push(value);
    got += value.byteLength;
    onChunk?.(value);
    onProgress?.({ got, total });
  }
  return { chunks, type: headers.get('content-type') ?? '' };
}

/** Hands a file to the browser, which saves it. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser reads the object after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
