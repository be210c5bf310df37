/** Random rooms of homes, seen from anywhere within them. */
import type { Camera } from '../../engine/kernels/trace/scene.ts';
import type { MarkedRoom, RoomForm } from '../gallery/room-scene.ts';
import type { Chance } from './chance.ts';

const types = [
  '客厅',
  '客厅',
  '客厅',
  '卧室',
  '卧室',
  '餐厅',
  '厨房',
  '卫生间',
  '书房',
  '儿童房',
  '玄关',
  '阳台',
  '衣帽间',
];
const styles = [
  ...['奶油', '原木', '侘寂', '新中式', '宋式', '法式', '意式', '轻奢'],
  ...['北欧', '美式', '日式', '工业', '中古', '莫兰迪'],
];

export function randomRoom(chance: Chance): RoomForm {
  const { share, between, happens, pick } = chance;
  const width = between(3, 8);
  const depth = between(3.4, 9);
  const height = between(2.4, 3.8);
  const side = pick(['left', 'right', 'back'] as const);
  const [start, end] = side === 'back' ? [-width / 2 + 0.3, width / 2 - 0.3] : [0.2, depth - 0.4];
  const long = (end - start) * between(0.3, 0.95);
  const from = start + (end - start - long) * share();
  const sill = happens(0.4) ? 0.04 : between(0.3, 1);
  const hex = (): string => {
    const tone = between(60, 235);
    const bytes = [0, 1, 2].map(() => Math.round(Math.min(250, tone + between(-32, 32))));
    return `#${Buffer.from(bytes).toString('hex')}`;
  };
  return {
    type: pick(types),
    style: pick(styles),
    width,
    depth,
    height,
    window: { side, from, to: from + long, sill, head: Math.min(height - 0.15, Math.max(sill + 1, between(1.9, 3))) },
    yaw: between(-12, 12),
    view: between(58, 80),
    light: pick(['day', 'day', 'morning', 'evening'] as const),
    variant: Math.floor(share() * 6),
    seed: Math.floor(share() * 10_000),
    density: pick([1, 2, 3, 3] as const),
    isBare: happens(0.15),
    main: pick(['left', 'right', 'back', 'back'] as const),
    changes: {
      ...(happens(0.35) ? { wall: hex() } : {}),
      ...(happens(0.35) ? { floor: hex() } : {}),
    },
  };
}

/** A third as the room was furnished for; the others stand anywhere and look anywhere, mostly nearly level. */
export function randomRoomCamera({ between, happens }: Chance, { scene, box }: MarkedRoom): Camera {
  const own = scene.camera;
  if (happens(0.35)) return { ...own, yaw: own.yaw + between(-15, 15), view: own.view * between(0.75, 1.15) };
  const x = between(box.left + 0.4, box.right - 0.4);
  const z = between(-1.2, box.back - 0.5);
  const toMiddle = (Math.atan2((box.left + box.right) / 2 - x, box.back / 2 - z) * 180) / Math.PI;
  return {
    at: [x, between(0.9, 1.8), z],
    yaw: toMiddle + between(-70, 70),
    pitch: happens(0.5) ? between(-14, 16) : 0,
    view: between(45, 88),
    shift: between(-0.08, 0.06),
  };
}
