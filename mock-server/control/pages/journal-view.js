// @ts-check
/** @typedef {typeof import('../contract.ts').controlContract} Contract */
/** @typedef {import('#shared/contract/endpoint').Answer<Contract['journal']>[number]} Entry */
/** @typedef {NonNullable<Entry['request']>} Message */

/**
 * Parts of the page that the view is built with.
 * @typedef {object} Parts
 * @property {(path: string, body?: unknown, method?: string) => Promise<any>} call
 * @property {(id: string) => HTMLElement} find
 * @property {(name: string, className: string, text: string) => HTMLElement} element
 * @property {(text: string, press: () => unknown) => HTMLButtonElement} button
 * @property {<T>(id: string, list: T[], cells: (item: T) => Array<string | Node>, empty: string) => void} drawRows
 * @property {(id: string, work: () => Promise<string>) => Promise<void>} report
 * @property {(at: number) => string} time
 */

const shown = 60;

/**
 * The table of requests with its filters; each request opens with its headers and bodies.
 * @param {Parts} parts
 * @returns {{ refresh(): Promise<void> }}
 */
export function createJournalView({ call, find, element, button, drawRows, report, time }) {
  const filter = /** @type {HTMLFormElement} */ (find('journal-filter'));
  const dialog = /** @type {HTMLDialogElement} */ (find('exchange'));

  /** @param {Record<string, string>} more */
  function address(more) {
    const query = new URLSearchParams(more);
    for (const [name, value] of new FormData(filter)) if (String(value).trim()) query.set(name, String(value).trim());
    return query.toString();
  }

  function refresh() {
    for (const link of document.querySelectorAll('a[data-export]')) {
      if (!(link instanceof HTMLAnchorElement)) continue;
      const [name = '', format = ''] = (link.dataset.export ?? '').split(' ');
      link.href = `/__mock/journal/${name}?${address(format ? { format } : {})}`;
    }
    return report('journal-told', async () => {
      /** @type {Entry[]} */
      const entries = await call(`/journal?${address({ limit: String(shown) })}`);
      drawRows(
        'journal',
        entries.filter(({ path }) => path !== '/api/health'),
        rowOf,
        '没有这样的请求',
      );
      return '';
    });
  }

  /** @param {Entry} entry */
  function rowOf({ at, method, path, status, ms, reason, account, requestId }) {
    return [
      time(at),
      element('code', '', `${method} ${path}`),
      element('span', status >= 400 ? 'bad' : '', String(status)),
      String(ms),
      account ? (account.phoneNo ?? element('code', '', account.id)) : '',
      reason,
      button('内容', () => report('journal-told', () => open(requestId))),
    ];
  }

  /** @param {string} requestId */
  async function open(requestId) {
    /** @type {Entry[]} */
    const [entry] = await call(`/journal?bodies=true&requestId=${encodeURIComponent(requestId)}`);
    if (!entry?.request || !entry.answer) return '这个请求已不在记录里';
    const { method, path, query, status, request, answer } = entry;
    const search = Object.entries(query).map(([name, value]) => `${name}=${[value].flat().join(`&${name}=`)}`);
    find('exchange-title').textContent = `${method} ${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
    find('exchange-id').textContent = `请求编号 ${requestId}`;
    find('exchange-request').replaceChildren(...messageParts(request));
    find('exchange-answer').replaceChildren(
      element('p', status >= 400 ? 'bad' : 'good', `状态 ${status}`),
      ...messageParts(answer),
    );
    dialog.showModal();
    return '';
  }

  /** @param {Message} message */
  function messageParts({ headers, type, bytes, text, isCut, parts }) {
    const details = document.createElement('details');
    const lines = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
    details.append(element('summary', '', `${headers.length} 个头`), element('pre', '', lines));
    if (bytes === 0) return [details, element('p', 'empty', '没有内容')];
    const size = `${type || '类型不明'}，${bytes} 字节${isCut && text !== null ? '，只保存了开头' : ''}`;
    const fields = parts?.map(
      ({ name, value, fileName, bytes: length }) => `${name}: ${value ?? `${fileName}（${length} 字节）`}`,
    );
    const body = fields ? fields.join('\n') : text === null ? '' : readable(text, type);
    return [details, element('p', '', size), ...(body ? [element('pre', '', body)] : [])];
  }

  filter.oninput = () => refresh();
  filter.onsubmit = (event) => {
    event.preventDefault();
    refresh();
  };
  find('journal-clear').onclick = () =>
    report('journal-told', async () => {
      const { removed } = await call('/journal', undefined, 'DELETE');
      await refresh();
      return `已清空 ${removed} 个请求`;
    });
  find('exchange-close').onclick = () => dialog.close();
  return { refresh };
}

/** @param {string} text @param {string} type */
function readable(text, type) {
  try {
    if (type.endsWith('json')) return JSON.stringify(JSON.parse(text), null, 2);
    if (type === 'application/x-www-form-urlencoded')
      return [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`).join('\n');
  } catch {
    // Shown as it came.
  }
  return text;
}
