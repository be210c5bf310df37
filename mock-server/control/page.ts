import { htmlPage } from '../http/html.ts';

/** The control plane for people. What it shows comes from the same calls that tests use. */
export function controlPage(): string {
  return htmlPage('控制面 · 筑绘 AI', body, css, '/__mock/control.js');
}

const body = `
<h1>控制面</h1>
<p>仅本机模式可用。这里的每个按钮都对应一个 <code>/__mock</code> 接口，自动化测试可直接调用。<a href="/">用户端</a> · <a href="/admin/">控制台</a> · <a href="/api/docs">接口文档</a></p>

<h2>短信发件箱</h2>
<div class="card"><table><thead><tr><th>手机号</th><th>验证码</th><th>时间</th><th></th></tr></thead><tbody id="sms"></tbody></table></div>

<h2>邮件发件箱</h2>
<div class="card"><table><thead><tr><th>邮箱</th><th>验证码</th><th>时间</th><th></th></tr></thead><tbody id="email"></tbody></table></div>

<h2>扫码登录</h2>
<div class="card"><table><thead><tr><th>二维码</th><th>状态</th><th>微信</th><th>时间</th><th></th></tr></thead><tbody id="scans"></tbody></table></div>

<h2>时钟</h2>
<div class="card row"><output id="clock" aria-live="polite"></output>
<button data-advance="60000">+1 分钟</button><button data-advance="300000">+5 分钟</button><button data-advance="3600000">+1 小时</button>
<button data-advance="86400000">+1 天</button><button data-advance="2592000000">+30 天</button>
<button id="freeze">冻结</button><button id="clock-reset">恢复真实时间</button></div>

<h2>模拟支付</h2>
<div class="card"><div class="row"><label><input type="checkbox" id="silent"> 不发通知</label><label><input type="checkbox" id="line-down"> 支付渠道断线</label><output id="played" aria-live="polite"></output></div>
<table><thead><tr><th>订单号</th><th>商品</th><th>金额</th><th>状态</th><th></th></tr></thead><tbody id="trades"></tbody></table></div>

<h2>测试账号</h2>
<form class="card row" id="account"><label>手机号 <input name="phoneNo" inputmode="numeric" placeholder="留空则随机"></label>
<label>套餐 <select name="plan"><option value="free">免费版</option><option value="basic">基础会员</option><option value="pro">专业会员</option><option value="team">团队</option></select></label>
<label>额外普通券 <input name="tickets" type="number" min="0" value="0"></label><button class="main">建立并登录</button><output id="made" aria-live="polite"></output></form>

<h2>数据</h2>
<div class="card row"><button id="reset-seed">重置为示例数据</button><button id="reset-empty">重置为空</button><output id="reset" aria-live="polite"></output></div>

<h2>不变量 <button id="check">检查</button></h2>
<div class="card"><table><tbody id="invariants"></tbody></table></div>

<h2>最近的请求</h2>
<div class="card"><table><thead><tr><th>时间</th><th>请求</th><th>状态</th><th>毫秒</th><th>原因</th><th>请求编号</th></tr></thead><tbody id="journal"></tbody></table></div>
`;

const css = `
.row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.row output { flex-basis: 100%; color: var(--ink-second); font-variant-numeric: tabular-nums; }
.code { font-size: 18px; font-weight: 600; letter-spacing: 2px; }
#trades a { white-space: nowrap; } input[type=checkbox] { min-height: 0; vertical-align: -1px; }
.plays { display: flex; flex-wrap: wrap; gap: 6px; } .plays button { min-height: 28px; padding: 2px 10px; font-size: 13px; white-space: nowrap; }
.bad { color: var(--danger); } .good { color: var(--success); }
h2 button { margin-left: 12px; font-size: 13px; min-height: 28px; padding: 2px 12px; }
`;

/** Served as a file of its own, because the content security policy allows no inline scripts. */
export const controlScript = `
const $ = (id) => document.getElementById(id);
const call = async (path, body) => {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch('/__mock' + path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? response.status);
  return answer;
};
const time = (at) => new Date(at).toLocaleString('zh-CN', { hour12: false });
const shownRows = {};
const rows = (target, list, cells, empty) => {
  // What is replaced loses its focus, so a table is drawn only when it changes.
  const text = JSON.stringify(list);
  if (shownRows[target] === text) return;
  shownRows[target] = text;
  const made = list.map((item) => {
    const row = document.createElement('tr');
    for (const cell of cells(item)) {
      const td = document.createElement('td');
      if (cell instanceof Node) td.append(cell); else td.textContent = cell;
      row.append(td);
    }
    return row;
  });
  if (made.length === 0) { const row = document.createElement('tr'); const td = document.createElement('td'); td.textContent = empty; row.append(td); made.push(row); }
  $(target).replaceChildren(...made);
};
const element = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
let frozen = false;
const showClock = (state) => { frozen = state.frozen; $('clock').textContent = time(state.now) + (state.frozen ? '（已冻结）' : '') + '，偏移 ' + Math.round(state.offsetMs / 1000) + ' 秒'; $('freeze').textContent = frozen ? '解冻' : '冻结'; };
const refresh = async () => {
  if (document.hidden) return;
  rows('sms', (await call('/sms')).slice(0, 20), (m) => [m.phoneNo, element('span', 'code mono', m.code), time(m.at), copyButton(m.code)], '还没有发出验证码');
  rows('email', (await call('/email')).slice(0, 20), (m) => [m.email, element('span', 'code mono', m.code), time(m.at), copyButton(m.code)], '还没有发出邮件');
  rows('scans', await call('/wx/scans'), (s) => [element('code', '', s.scene.slice(0, 8)), scanStates[s.status], s.nickName, time(s.createdAt), Object.assign(element('a', '', '打开模拟手机'), { href: '/scan/' + s.scene, target: '_blank' })], '还没有人要扫码登录');
  rows('journal', (await call('/journal')).filter((e) => e.path !== '/api/health').slice(0, 60), (e) => [time(e.at), element('code', '', e.method + ' ' + e.path), element('span', e.status >= 400 ? 'bad' : '', String(e.status)), String(e.ms), e.reason, element('code', '', e.requestId.slice(0, 8))], '还没有请求');
  showClock(await call('/clock'));
  await showTrades();
};
const scanStates = { waiting: '等待扫码', scanned: '已扫码', confirmed: '已确认', canceled: '已取消', expired: '已过期' };
const tradeStates = { open: '待支付', paid: '已支付', closed: '已关闭' };
const plays = { pay: '支付', refuse: '放弃', late: '迟到的支付', duplicate: '通知两次', forge: '伪造通知', wrong_amount: '金额不符' };
const showTrades = async () => {
  const { isDown, trades } = await call('/pay').catch(() => ({ isDown: false, trades: [] }));
  $('line-down').checked = isDown;
  rows('trades', trades, (t) => [Object.assign(element('a', 'mono', t.orderNo), { href: '/pay/' + t.orderNo, target: '_blank' }), t.subject, '¥' + (t.amount / 100).toFixed(2), tradeStates[t.state] + (t.refunded ? '，已退 ¥' + (t.refunded / 100).toFixed(2) : ''), playButtons(t.orderNo)], '还没有订单');
};
const playButtons = (orderNo) => {
  const group = element('div', 'plays', '');
  for (const [action, label] of Object.entries(plays)) {
    const button = element('button', '', label);
    button.onclick = async () => {
      try { await call('/pay', { orderNo, action, isSilent: $('silent').checked }); $('played').textContent = orderNo + '：' + label; } catch (error) { $('played').textContent = error.message; }
      await showTrades();
    };
    group.append(button);
  }
  return group;
};
$('line-down').onchange = () => call('/pay/line', { isDown: $('line-down').checked });
const copyButton = (text) => { const button = element('button', '', '复制'); button.onclick = () => navigator.clipboard.writeText(text); return button; };
for (const button of document.querySelectorAll('[data-advance]')) button.onclick = async () => showClock(await call('/clock', { advanceMs: Number(button.dataset.advance) }));
$('freeze').onclick = async () => showClock(await call('/clock', { frozen: !frozen }));
$('clock-reset').onclick = async () => showClock(await call('/clock', { now: Date.now(), frozen: false }));
$('account').onsubmit = async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const phoneNo = String(form.get('phoneNo')).trim();
  try {
    const made = await call('/accounts', { ...(phoneNo ? { phoneNo } : {}), plan: form.get('plan'), tickets: Number(form.get('tickets')) });
    $('made').replaceChildren('已登录 ' + made.phoneNo + '，', Object.assign(document.createElement('a'), { href: '/', textContent: '打开用户端' }));
  } catch (error) { $('made').textContent = error.message; }
};
const reset = (scenario) => async () => { $('reset').textContent = '正在重置…'; await call('/reset', { scenario }); $('reset').textContent = '已重置'; refresh(); };
$('reset-seed').onclick = reset('seed');
$('reset-empty').onclick = reset('empty');
$('check').onclick = async () => { const { checks } = await call('/invariants'); rows('invariants', checks, (c) => [element('span', c.ok ? 'good' : 'bad', c.ok ? '通过' : '不通过'), c.name, c.faults.join('；')], ''); };
refresh();
setInterval(() => refresh().catch(() => {}), 2000);
`;
