import { toast } from './toast';

/** Puts text on the clipboard and says so. Outside secure contexts the clipboard is not to be had; then that is said. */
export async function copyText(text: string, done = '已复制'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error('浏览器不允许复制，请选中文字后按 Ctrl+C');
  }
}
