import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawEmptyRoom, drawnRoom } from '../../../tests/support/drawn-room.ts';
import { looksOutdoor } from './indoors.ts';
import { clutterOf, isDoubtful, isFurnished } from './occupancy.ts';
import { findRoom } from './room-box.ts';

const size = { width: 320, height: 220 };
const pixelsOf = (svg: string) => sharp(Buffer.from(svg)).removeAlpha().toColourspace('srgb').raw().toBuffer();
const bare = drawEmptyRoom(size.width, size.height);
const withIn = (parts: string) => pixelsOf(bare.replace('</svg>', `${parts}</svg>`));
/** Things of several colours over the floor, as furniture and what lies about look from eye height. */
const things = Array.from({ length: 130 }, (_, i) => {
  const colour = ['#3b2a20', '#d9c9a0', '#7b1f1f', '#20364b', '#e8e4dc'][i % 5];
  return `<rect x="${(i * 53) % 310}" y="${112 + ((i * 29) % 96)}" width="${11 + (i % 7)}" height="${9 + (i % 5)}" fill="${colour}"/>`;
}).join('');
const knownIn = async (picture: Promise<Buffer>) => {
  const room = findRoom(await pixelsOf(bare), size, drawnRoom.eyeHeight);
  return clutterOf(await picture, size, room);
};

it('a bare room is neither furnished nor in doubt', async () => {
  const clutter = await knownIn(pixelsOf(bare));
  expect([isFurnished(clutter), isDoubtful(clutter)]).toEqual([false, false]);
});

it('a floor full of things is furnished', async () => {
  expect(isFurnished(await knownIn(withIn(things)))).toBe(true);
});

it('a garden behind glass makes a bare room doubtful at most', async () => {
  const leaves = Array.from({ length: 300 }, (_, i) => {
    return `<circle cx="${120 + ((i * 37) % 90)}" cy="${95 + ((i * 17) % 60)}" r="3" fill="${i % 2 ? '#3f7a2c' : '#c7d9a0'}"/>`;
  }).join('');
  expect(isFurnished(await knownIn(withIn(leaves)))).toBe(false);
});

it('a wall painted green is no greenery, a meadow is', async () => {
  const green = bare.replaceAll(/#(d9d2c6|c3bbae|b7afa2)/g, '#3a5a48');
  expect(looksOutdoor(await pixelsOf(green), size)).toBe(false);
  const meadow = '<rect y="120" width="320" height="100" fill="#5f8a3c"/>';
  expect(looksOutdoor(await withIn(meadow), size)).toBe(true);
});
