import { type SimulatedPerson, simulatedPeople } from './people.ts';

/** What the phone shows of a scene. */
export interface PhoneScene {
  status: 'waiting' | 'scanned' | 'confirmed' | 'canceled' | 'expired';
  /** Who scanned; the phone's owner before. */
  person: SimulatedPerson;
  /** Short name for somebody who has not been here before. */
  newcomer: string;
}

type EscapeHtml = (text: string) => string;

/** The inside of the page. Everything is a form; the script only scans by itself when the page opens. */
export function phoneBody(scene: PhoneScene | null, escapeHtml: EscapeHtml): string {
  return `<div class="phone"><header><strong>模拟微信</strong><span>本机演示</span></header>
<section aria-live="polite">${screen(scene, escapeHtml)}</section></div>`;
}

function screen(scene: PhoneScene | null, escapeHtml: EscapeHtml): string {
  if (!scene || scene.status === 'expired') return ended('二维码已过期', '请回到电脑上刷新二维码，再扫一次。');
  if (scene.status === 'confirmed') return ended('已确认登录', '请回到电脑上继续，这个页面可以关闭。');
  if (scene.status === 'canceled') return ended('已取消登录', '电脑上的二维码需要刷新后才能再用。');
  const { person } = scene;
  if (scene.status === 'waiting') {
    return `<h1>正在扫码</h1><form method="post" data-scan>${hidden('action', 'scan')}${hidden('person', person.id)}<button class="main">扫描二维码</button></form>`;
  }
  const choices = [...simulatedPeople, ...(simulatedPeople.some(({ id }) => id === person.id) ? [] : [person])];
  return `<img class="face" src="${escapeHtml(person.avatar)}" alt="" width="64" height="64">
<p class="name">${escapeHtml(person.nickName)}</p>
<h1>登录筑绘 AI</h1><p>确认后，电脑上的浏览器会登录你的账号。请确认是你本人在操作。</p>
<form method="post" class="presses">${hidden('person', person.id)}
<button class="main" name="action" value="confirm">确认登录</button><button name="action" value="cancel">取消</button></form>
<form method="post" class="people"><fieldset><legend>换一个微信</legend>${hidden('action', 'scan')}
${choices.map((one) => choice(one, one.id === person.id, escapeHtml)).join('\n')}
<button name="person" value="${escapeHtml(scene.newcomer)}">没来过的人</button></fieldset></form>`;
}

function choice(person: SimulatedPerson, isChosen: boolean, escapeHtml: EscapeHtml): string {
  return `<button name="person" value="${escapeHtml(person.id)}"${isChosen ? ' aria-current="true"' : ''}><img src="${escapeHtml(person.avatar)}" alt="" width="20" height="20">${escapeHtml(person.nickName)}</button>`;
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;

const ended = (title: string, text: string) => `<h1>${title}</h1><p>${text}</p>`;

export const phoneScript = "document.querySelector('form[data-scan]')?.requestSubmit();\n";

export const phoneStyle = `
main { padding: 40px 16px; }
.phone { width: 100%; max-width: 390px; min-height: 720px; margin: 0 auto; background: var(--surface); border: 1px solid var(--rule); border-radius: 36px; overflow: hidden; text-align: center; }
.phone header { display: flex; justify-content: space-between; padding: 16px 24px; border-bottom: 1px solid var(--rule); }
.phone header span { color: var(--ink-second); font-size: 13px; }
.phone section { padding: 56px 24px 32px; }
.phone h1 { font-size: 20px; line-height: 28px; }
.face { border-radius: 12px; }
.name { margin: 8px 0 32px; color: var(--ink); font-weight: 600; }
.presses { display: grid; gap: 12px; margin: 32px 0 48px; }
.presses button { min-height: 44px; }
.people fieldset { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px; margin: 0; padding: 16px 0 0; border: 0; border-top: 1px solid var(--rule); }
.people legend { padding: 0 8px; color: var(--ink-second); font-size: 13px; }
.people button { display: inline-flex; align-items: center; gap: 6px; border-radius: 999px; }
.people img { border-radius: 50%; }
.people [aria-current] { border-color: var(--accent); }
@media (max-width: 480px) {
  main { padding: 0; }
  .phone { min-height: 100vh; border: 0; border-radius: 0; }
}
`;
