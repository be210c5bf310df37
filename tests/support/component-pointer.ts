import { cdp } from 'vitest/browser';

export interface Point {
  x: number;
  y: number;
}

/** A point of the test's window as the browser's own input counts: the window is a frame in the page of the runner. */
function outside({ x, y }: Point): Point {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = frame.width / window.innerWidth;
  return { x: frame.x + x * scale, y: frame.y + y * scale };
}

/** Sends input as the browser itself has it, which `userEvent` has no words for. */
function send(kind: 'Mouse' | 'Touch', values: object): Promise<unknown> {
  const session = cdp() as unknown as { send: (method: string, values: object) => Promise<unknown> };
  return session.send(`Input.dispatch${kind}Event`, values);
}

interface Pen {
  pointerType?: 'mouse' | 'pen';
  /** 0–1. */
  force?: number;
}

let isDown = false;

/** Moves, presses and lets go of the mouse or a pen at points of the window. */
export const mouse = {
  move: (point: Point, pen: Pen = {}) => {
    const held = isDown ? { button: 'left', buttons: 1 } : {};
    return send('Mouse', { type: 'mouseMoved', ...outside(point), ...held, ...pen });
  },
  async down(point: Point, pen: Pen = {}) {
    isDown = true;
    const held = { button: 'left', buttons: 1, clickCount: 1 };
    await send('Mouse', { type: 'mousePressed', ...outside(point), ...held, ...pen });
  },
  async up(point: Point, pen: Pen = {}) {
    isDown = false;
    const held = { button: 'left', buttons: 0, clickCount: 1 };
    await send('Mouse', { type: 'mouseReleased', ...outside(point), ...held, ...pen });
  },
  async click(point: Point) {
    await mouse.move(point);
    await mouse.down(point);
    await mouse.up(point);
  },
  wheel: (point: Point, deltaY: number) => send('Mouse', { type: 'mouseWheel', ...outside(point), deltaX: 0, deltaY }),
};

/** Touches the window with as many fingers as points are given. */
export const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]): Promise<unknown> =>
  send('Touch', { type, touchPoints: points.map((point, id) => ({ ...outside(point), id })) });
