import type { WechatPerson } from '../port.ts';

const madeUp: ReadonlyArray<{ id: string; nickName: string; colour: string }> = [
  { id: 'lin', nickName: '林间建筑', colour: '#2f7d5b' },
  { id: 'zhou', nickName: '周末画图', colour: '#8a5a2b' },
  { id: 'xu', nickName: '许一平米', colour: '#4a6fa5' },
];

export interface SimulatedPerson extends WechatPerson {
  /** Short name of a person in forms: 1–40 characters of [0-9A-Za-z_-]. */
  id: string;
}

/** The made-up people a simulated phone can belong to. */
export const simulatedPeople: readonly SimulatedPerson[] = madeUp.map(toPerson);

/** The person of a short name; an unknown name is somebody new, always the same for the same name. */
export function personOf(id: string): SimulatedPerson {
  const known = simulatedPeople.find((person) => person.id === id);
  return known ?? toPerson({ id, nickName: `新朋友 ${id.slice(-4)}`, colour: '#6b6862' });
}

/** The short name that {@link personOf} made this open id from. */
export function idOfOpenId(openId: string): string {
  return openId.replace(/^simulated-/, '');
}

function toPerson({ id, nickName, colour }: (typeof madeUp)[number]): SimulatedPerson {
  const face = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><text x="20" y="27" font-size="18" text-anchor="middle" fill="#fff">${nickName.slice(0, 1)}</text></svg>`;
  const avatar = `data:image/svg+xml,${encodeURIComponent(face)}`;
  return { id, openId: `simulated-${id}`, unionId: null, nickName, avatar };
}
