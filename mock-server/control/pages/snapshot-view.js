// @ts-check
/** @typedef {typeof import('../contract.ts').controlContract} Contract */
/**
 * @typedef {object} Parts of the page
 * @property {(path: string, body?: unknown, method?: string) => Promise<any>} call
 * @property {(id: string) => HTMLElement} find
 * @property {(name: string, className: string, text: string) => HTMLElement} element
 * @property {(href: string, text: string, className?: string) => HTMLElement} link
 * @property {(text: string, press: () => unknown) => HTMLElement} button
 * @property {(id: string, list: any[], cells: (item: any) => Array<string | Node>, empty: string) => void} drawRows
 * @property {(id: string, work: () => Promise<string>) => Promise<void>} report
 * @property {(at: number) => string} time
 */

/** The snapshots, with what can be done with each. @param {Parts} parts */
export function createSnapshotView({ call, find, element, link, button, drawRows, report, time }) {
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

  async function show() {
    /** @type {import('#shared/contract/endpoint').Answer<Contract['snapshots']>} */
    const snapshots = await call('/snapshots');
    drawRows(
      'snapshots',
      snapshots,
      ({ name, createdAt, bytes, files }) => {
        const group = element('div', 'plays', '');
        group.append(
          button('恢复', () => report('snapshot-said', () => restore(name))),
          link(`/__mock/snapshots/${name}/file`, '下载'),
          button('删除', () => report('snapshot-said', () => remove(name))),
        );
        for (const each of group.children) each.ariaLabel = `${each.textContent}快照 ${name}`;
        return [element('code', '', name), time(createdAt), `${files} 个文件，${megabytes(bytes)}`, group];
      },
      '还没有快照',
    );
  }

  /** @param {string} name */
  async function restore(name) {
    if (!confirm(`用快照「${name}」换掉当前空间的一切？现在的数据会消失，不能恢复。`)) return '';
    find('snapshot-said').textContent = '正在恢复…';
    await call(`/snapshots/${name}/restore`, {});
    setTimeout(() => location.reload());
    return `已恢复快照「${name}」`;
  }

  /** @param {string} name */
  async function remove(name) {
    if (!confirm(`删除快照「${name}」？`)) return '';
    await call(`/snapshots/${name}`, undefined, 'DELETE');
    await show();
    return `已删除快照「${name}」`;
  }

  find('keep').onsubmit = (event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('name'));
    void report('snapshot-said', async () => {
      find('snapshot-said').textContent = '正在保存…';
      await call('/snapshots', { name });
      await show();
      return `已保存快照「${name}」`;
    });
  };

  find('bring').onchange = (event) => {
    const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
    if (!file) return;
    const name = file.name.replace(/\.zip$/i, '').toLowerCase();
    void report('snapshot-said', async () => {
      find('snapshot-said').textContent = '正在上传并核对…';
      const response = await fetch(`/__mock/snapshots/${encodeURIComponent(name)}/file`, { method: 'PUT', body: file });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error?.message ?? String(response.status));
      await show();
      return `已收下快照「${name}」`;
    });
  };

  return { show };
}
