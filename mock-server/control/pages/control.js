// @ts-check
import { createFaultForm } from './fault-form.js';
import { createJournalView } from './journal-view.js';
import { createSnapshotView } from './snapshot-view.js';

/** @typedef {typeof import('../contract.ts').controlContract} Contract */
/**
 * @template {keyof Contract} K
 * @typedef {import('#shared/contract/endpoint').Answer<Contract[K]>} AnswerOf
 */

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const checkbox = (id) => /** @type {HTMLInputElement} */ (find(id));

const spaceOfBrowser = () => /(?:^|; )mock_space=([^;]*)/.exec(document.cookie)?.[1];
const spaceOfPage = spaceOfBrowser();

/** @param {string} path @param {unknown} [body] @param {string} [method] */
async function call(path, body, method = body === undefined ? 'GET' : 'POST') {
  if (spaceOfBrowser() !== spaceOfPage) {
    location.reload();
    throw new Error('浏览器已换到另一个空间，页面正在重新载入');
  }
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`/__mock${path}`, { method, headers, ...content });
  const answer = await response.json();
  if (!response.ok) throw new Error(sentenceOf(answer.error) ?? String(response.status));
  return answer;
}

/** A refusal with what it says of each field. @param {{ message: string, fields?: Record<string, string[]> }} [error] */
const sentenceOf = (error) =>
  error && [error.message, ...Object.values(error.fields ?? {}).map((said) => said.join('，'))].join('：');

/** @param {number} at */
const time = (at) => new Date(at).toLocaleString('zh-CN', { hour12: false });
/** @param {number} fen */
const money = (fen) => `¥${(fen / 100).toFixed(2)}`;

/** @param {string} name @param {string} className @param {string} text */
const element = (name, className, text) =>
  Object.assign(document.createElement(name), { className, textContent: text });
/** @param {string} href @param {string} text @param {string} [className] */
const link = (href, text, className = '') =>
  Object.assign(document.createElement('a'), { href, className, textContent: text, target: '_blank' });
/** @param {string} text @param {() => unknown} press */
function button(text, press) {
  const made = /** @type {HTMLButtonElement} */ (element('button', 'small', text));
  made.onclick = press;
  return made;
}
/** @param {string} text */
const copyButton = (text) => button('复制', () => navigator.clipboard.writeText(text));

/** @type {Record<string, string>} */
const drawn = {};

/**
 * Draws a table anew only when its rows have changed: what is replaced loses its focus.
 * @template T
 * @param {string} id @param {T[]} list @param {(item: T) => Array<string | Node>} cells @param {string} empty
 */
function drawRows(id, list, cells, empty) {
  const text = JSON.stringify(list);
  if (drawn[id] === text) return;
  drawn[id] = text;
  const rows = list.map((item) => {
    const row = document.createElement('tr');
    for (const cell of cells(item)) {
      const column = document.createElement('td');
      column.append(cell);
      row.append(column);
    }
    return row;
  });
  if (rows.length === 0) {
    const row = document.createElement('tr');
    row.append(Object.assign(element('td', 'empty', empty), { colSpan: 7 }));
    rows.push(row);
  }
  find(id).replaceChildren(...rows);
}

/** Says in an output what came of a press, also where it failed. @param {string} id @param {() => Promise<string>} work */
async function report(id, work) {
  try {
    find(id).textContent = await work();
  } catch (error) {
    find(id).textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Puts this browser into a world, and loads the page as it is there. @param {string} name empty for the unnamed one */
function enterSpace(name) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists only in secure contexts
  document.cookie = `mock_space=${name}; Path=/; SameSite=Lax${name ? '' : '; Max-Age=0'}`;
  location.reload();
}

/** @param {string} name @param {string | null} current */
async function removeSpace(name, current) {
  if (!confirm(`删除空间「${name}」？其中的账号、作品、订单和时钟都会消失，不能恢复。`)) return '';
  await call(`/spaces/${name}`, undefined, 'DELETE');
  if (name === current) enterSpace('');
  else await showSpaces();
  return `已删除空间「${name}」`;
}

async function showSpaces() {
  /** @type {AnswerOf<'spaces'>} */
  const { current, spaces } = await call('/spaces');
  find('space').textContent = current ?? '未命名';
  find('leave').hidden = current === null;
  const minute = 60_000;
  const named = spaces.map(({ name, createdAt, usedAt, isAwake }) => ({
    ...{ name, createdAt, isAwake, isCurrent: name === current },
    usedAt: Math.floor(usedAt / minute) * minute,
  }));
  drawRows(
    'spaces',
    named,
    ({ name, createdAt, usedAt, isAwake, isCurrent }) => {
      const group = element('div', 'plays', '');
      if (!isCurrent) group.append(button('进入', () => enterSpace(name)));
      group.append(button('删除', () => report('space-said', () => removeSpace(name, current))));
      for (const each of group.children) each.ariaLabel = `${each.textContent}空间 ${name}`;
      return [
        element('code', '', name),
        time(createdAt),
        new Date(usedAt).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' }),
        isCurrent ? '当前' : isAwake ? '使用中' : '休眠',
        group,
      ];
    },
    '还没有别的空间',
  );
}
find('enter').onsubmit = (event) => {
  event.preventDefault();
  enterSpace(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('name')));
};
find('leave').onclick = () => enterSpace('');

let isFrozen = false;
/** @param {AnswerOf<'clock'>} state */
function showClock({ now, frozen, offsetMs }) {
  isFrozen = frozen;
  find('clock').textContent = `${time(now)}${frozen ? '（已冻结）' : ''}，偏移 ${Math.round(offsetMs / 1000)} 秒`;
  find('freeze').textContent = frozen ? '解冻' : '冻结';
}
/** @param {object} change */
const setClock = async (change) => showClock(await call('/clock', change));

const scanStates = {
  waiting: '等待扫码',
  scanned: '已扫码',
  confirmed: '已确认',
  canceled: '已取消',
  expired: '已过期',
};
const tradeStates = { open: '待支付', paid: '已支付', closed: '已关闭' };
const plays = {
  pay: '支付',
  refuse: '放弃',
  late: '迟到的支付',
  duplicate: '通知两次',
  forge: '伪造通知',
  wrong_amount: '金额不符',
};

/** @param {string} orderNo */
function playButtons(orderNo) {
  const group = element('div', 'plays', '');
  for (const [action, label] of Object.entries(plays)) {
    const play = async () => {
      await call('/pay', { orderNo, action, isSilent: checkbox('silent').checked });
      return `${orderNo}：${label}`;
    };
    group.append(button(label, () => report('played', play).then(showTrades)));
  }
  return group;
}

async function showTrades() {
  /** @type {AnswerOf<'trades'>} */
  const { isDown, trades } = await call('/pay').catch(() => ({ isDown: false, trades: [] }));
  checkbox('line-down').checked = isDown;
  drawRows(
    'trades',
    trades,
    ({ orderNo, subject, amount, state, refunded }) => [
      link(`/pay/${orderNo}`, orderNo, 'mono'),
      subject,
      money(amount),
      tradeStates[state] + (refunded ? `，已退 ${money(refunded)}` : ''),
      playButtons(orderNo),
    ],
    '还没有订单',
  );
}

async function showMessages() {
  /** @type {AnswerOf<'sentSms'>} */
  const sms = await call('/sms');
  drawRows(
    'sms',
    sms.slice(0, 10),
    ({ phoneNo, code, at, text }) => [
      phoneNo,
      element('span', 'code mono', text ?? code),
      element('span', 'when', time(at)),
      copyButton(text ?? code),
    ],
    '还没有发出验证码',
  );
  /** @type {AnswerOf<'sentEmails'>} */
  const emails = await call('/email');
  drawRows(
    'email',
    emails.slice(0, 10),
    ({ email, code, at }) => [
      email,
      element('span', 'code mono', code),
      element('span', 'when', time(at)),
      copyButton(code),
    ],
    '还没有发出邮件',
  );
}

const snapshotView = createSnapshotView({ call, find, element, link, button, drawRows, report, time });
const journalView = createJournalView({ call, find, element, button, drawRows, report, time });

async function showRequests() {
  /** @type {AnswerOf<'scans'>} */
  const scans = await call('/wx/scans');
  drawRows(
    'scans',
    scans,
    ({ scene, status, nickName, createdAt }) => [
      element('code', '', scene.slice(0, 8)),
      scanStates[status],
      nickName,
      time(createdAt),
      link(`/scan/${scene}`, '打开模拟手机'),
    ],
    '还没有人要扫码登录',
  );
  await journalView.refresh();
}

const faultForm = createFaultForm({ call, find, element, button, drawRows, report });

async function refresh() {
  if (document.hidden) return;
  await showSpaces();
  await snapshotView.show();
  await showMessages();
  await showRequests();
  await setClockShown();
  await showTrades();
  await faultForm.show();
}
const setClockShown = async () => showClock(await call('/clock'));

for (const advance of document.querySelectorAll('button[data-advance]'))
  if (advance instanceof HTMLElement) advance.onclick = () => setClock({ advanceMs: Number(advance.dataset.advance) });
find('freeze').onclick = () => setClock({ frozen: !isFrozen });
find('clock-reset').onclick = () => setClock({ now: Date.now(), frozen: false });
find('line-down').onchange = () => call('/pay/line', { isDown: checkbox('line-down').checked });

find('account').onsubmit = (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const phoneNo = String(form.get('phoneNo')).trim();
  const wish = { ...(phoneNo ? { phoneNo } : {}), plan: form.get('plan'), tickets: Number(form.get('tickets')) };
  report('made', async () => {
    /** @type {AnswerOf<'makeAccount'>} */
    const made = await call('/accounts', wish);
    return `已登录 ${made.phoneNo}，可打开用户端`;
  });
};

/** @param {AnswerOf<'reset'>['scenario']} scenario */
function reset(scenario) {
  find('reset').textContent = '正在准备数据…';
  report('reset', async () => {
    const accounts = await resetWhenPrepared(scenario);
    if (!accounts) return '已停止准备，数据没有改动';
    await refresh();
    const [first] = accounts;
    return first ? `已重置，账号 ${first.phoneNo}（${first.about}）等 ${accounts.length} 个` : '已重置';
  });
}
/**
 * Asks again until a large scenario is prepared; null where somebody stops that.
 *
 * @param {AnswerOf<'reset'>['scenario']} scenario
 * @returns {Promise<AnswerOf<'reset'>['accounts'] | null>}
 */
async function resetWhenPrepared(scenario) {
  const stop = find('stop-preparing');
  let isStopped = false;
  stop.onclick = async () => {
    isStopped = true;
    await call(`/scenarios/${scenario}/template`, undefined, 'DELETE');
  };
  try {
    for (;;) {
      /** @type {AnswerOf<'reset'>} */
      const { accounts, preparing } = await call('/reset', { scenario });
      if (!preparing) return accounts;
      stop.hidden = false;
      find('reset').textContent = `正在准备：${Math.floor(preparing.progress * 100)}%，${preparing.step}`;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (isStopped) return null;
    }
  } finally {
    stop.hidden = true;
  }
}

for (const button of find('scenarios').querySelectorAll('button'))
  button.onclick = () => reset(/** @type {AnswerOf<'reset'>['scenario']} */ (button.value));
find('check').onclick = () =>
  report('reset', async () => {
    /** @type {AnswerOf<'invariants'>} */
    const { ok, checks } = await call('/invariants');
    drawRows(
      'invariants',
      checks,
      (check) => [
        element('span', check.ok ? 'good' : 'bad', check.ok ? '通过' : '不通过'),
        check.name,
        check.faults.join('；'),
      ],
      '',
    );
    return ok ? '全部通过' : '有不通过的检查';
  });

refresh();
setInterval(() => refresh().catch(() => {}), 2000);
