import { readFileSync } from 'node:fs';
import { type SimulatedPerson, simulatedPeople } from './people.ts';

/** A scene as the phone shows it. */
export interface PhoneScene {
  status: 'waiting' | 'scanned' | 'confirmed' | 'canceled' | 'expired';
  /** Person who scanned; before that, the phone's owner. */
  person: SimulatedPerson;
  /** Short name for somebody who has not been here before. */
  newcomer: string;
}

type FillHtml = (template: string, values: Readonly<Record<string, string | number>>) => string;

const read = (name: string) => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');
const phone = read('phone.html');
const waiting = read('waiting.html');
const scanned = read('scanned.html');
const choice = read('choice.html');
const chosen = read('chosen.html');
const ended = read('ended.html');

export const phoneScript = read('phone.js');
export const phoneStyle = read('phone.css');

/** The inside of the page. Everything is a form; the script only scans by itself when the page opens. */
export function phoneBody(scene: PhoneScene | null, fillHtml: FillHtml): string {
  return fillHtml(phone, { screen: screen(scene, fillHtml) });
}

function screen(scene: PhoneScene | null, fillHtml: FillHtml): string {
  const end = (title: string, sentence: string) => fillHtml(ended, { title, sentence });
  if (!scene || scene.status === 'expired') return end('二维码已过期', '请回到电脑上刷新二维码，再扫一次。');
  if (scene.status === 'confirmed') return end('已确认登录', '请回到电脑上继续，这个页面可以关闭。');
  if (scene.status === 'canceled') return end('已取消登录', '电脑上的二维码需要刷新后才能再用。');
  const { person, newcomer } = scene;
  const { id, nickName, avatar } = person;
  if (scene.status === 'waiting') return fillHtml(waiting, { id });
  const people = [...simulatedPeople, ...(simulatedPeople.some((known) => known.id === id) ? [] : [person])];
  const choices = people.map((one) => {
    const { id: otherId, nickName, avatar } = one;
    return fillHtml(otherId === id ? chosen : choice, { id: otherId, nickName, avatar });
  });
  return fillHtml(scanned, { id, nickName, avatar, newcomer, choices: choices.join('') });
}
