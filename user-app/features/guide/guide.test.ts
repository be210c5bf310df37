import { expect, test } from 'vitest';
import { placeOfCard } from './guide-place';
import { guideSteps } from './guide-steps';

const card = { width: 320, height: 160 };
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test('has five steps on a tool and elsewhere, each about something else', () => {
  for (const isOnTool of [true, false]) {
    const steps = guideSteps(isOnTool);
    expect(steps).toHaveLength(5);
    expect(new Set(steps.map(({ title }) => title)).size).toBe(5);
  }
  expect(guideSteps(true)[0]).not.toEqual(guideSteps(false)[0]);
});

test('the card never lies on what it is about, and stays in the window', () => {
  const header = { left: 1200, top: 12, width: 200, height: 32 };
  const low = { left: 100, top: 700, width: 400, height: 180 };
  expect(placeOfCard(header, card, desk)).toEqual({ left: 1108, top: 56 });
  expect(placeOfCard(low, card, desk)).toEqual({ left: 140, top: 528 });
  expect(placeOfCard({ left: 0, top: 0, width: 1440, height: 900 }, card, desk)).toEqual({ left: 1108, top: 728 });
  expect(placeOfCard(undefined, card, desk)).toEqual({ left: 1108, top: 728 });
  expect(placeOfCard({ left: 0, top: 8, width: 390, height: 40 }, card, phone)).toEqual({ left: 12, top: 672 });
  expect(placeOfCard({ left: 0, top: 700, width: 390, height: 100 }, card, phone)).toEqual({ left: 12, top: 12 });
});
