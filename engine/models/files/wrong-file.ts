import { open } from 'node:fs/promises';

/** Reason why a file is no model, as a Chinese sentence read off its first bytes; undefined when they give none. */
export async function wrongStart(file: string, size: number): Promise<string | undefined> {
  if (size === 0) return '文件是空的。';
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0).finally(() => handle.close());
  const text = buffer.subarray(0, bytesRead).toString('latin1').trimStart();
  if (/^<(!doctype|html|\?xml)/i.test(text)) return '这是一个网页，不是模型：下载时可能需要登录，请换一个下载地址。';
  if (text.startsWith('version https://git-lfs')) {
    const real = Number(/size (\d+)/.exec(text)?.[1] ?? 0);
    return `这只是 Git LFS 的指针，不是模型本身${real ? `（真正的文件有 ${Math.round(real / 1e6)} MB）` : ''}。`;
  }
  if (text.startsWith('PK')) return '这是压缩包或 PyTorch 文件，请解压或换成 ONNX 格式。';
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
  if (isGzip || /^(7z|Rar!)/.test(text)) return '这是压缩包，请先解压。';
  if (text.startsWith('{')) return '这是文本文件，不是模型。';
  return undefined;
}

/** Formats of other runtimes. */
const foreign = /\.(pth?|ckpt|safetensors|gguf|tflite|param|pb|mnn|engine|trt)$/i;

/** Why a file that is not `.onnx` cannot be used; nothing for files that are none of a model's. */
export function foreignFormat(name: string): string | undefined {
  const kind = foreign.exec(name)?.[1];
  return kind && `需要 ONNX 格式（.onnx），这是 .${kind.toLowerCase()} 文件。`;
}
