import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, fewAtOnce, placeMs } from './few-at-once.ts';

const turns = (count: number) => {
  for (let turn = 0; turn < count; turn++) vi.advanceTimersToNextTimer();
};

function asked() {
  const begun: string[] = [];
  const handle = fewAtOnce((request) => void begun.push(request.url));
  const ask = (url: string) => {
    const response = new EventEmitter();
    handle({ url } as Request, response as unknown as Response, () => expect.fail('handed on'));
    return { end: () => response.emit('close') };
  };
  return { begun, ask };
}

const names = Array.from({ length: atOnce + 2 }, (_unused, index) => `/${index}`);

describe('requests of a world', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begin one in a turn of the event loop, in their order, and a few at once', () => {
    const { begun, ask } = asked();
    for (const name of names) ask(name);
    expect(begun).toEqual([]);
    turns(1);
    expect(begun).toEqual(names.slice(0, 1));
    turns(atOnce - 1);
    expect(begun).toEqual(names.slice(0, atOnce));
    vi.advanceTimersByTime(placeMs / 2);
    expect(begun).toEqual(names.slice(0, atOnce));
  });

  it('give their place to the next one when they are answered', () => {
    const { begun, ask } = asked();
    const [first] = names.map(ask);
    turns(atOnce);
    first?.end();
    turns(1);
    expect(begun).toEqual(names.slice(0, atOnce + 1));
  });

  it('make way after a while without an answer, and give back one place in all', () => {
    const { begun, ask } = asked();
    const all = names.map(ask);
    vi.advanceTimersByTime(placeMs * 1.5);
    expect(begun).toEqual(names);
    for (const each of all.slice(0, atOnce)) each.end();
    for (let more = 0; more < atOnce + 1; more++) ask(`/more/${more}`);
    vi.advanceTimersByTime(placeMs / 4);
    expect(begun).toHaveLength(names.length + atOnce - 2);
  });

  it('do not begin when nobody waits for the answer any more', () => {
    const { begun, ask } = asked();
    const all = names.map(ask);
    all[0]?.end();
    all[atOnce]?.end();
    vi.advanceTimersByTime(placeMs * 2);
    expect(begun).toEqual(names.filter((_name, index) => index !== 0 && index !== atOnce));
  });
});
