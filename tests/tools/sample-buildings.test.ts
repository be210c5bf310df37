import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { room } from '../../scripts/buildings/room.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { sampleBuildings } from '../../user-app/data/sample-buildings.ts';

it('the sample models of the user app are those that npm run seed:buildings writes', () => {
  const written: Record<string, string> = { 'villa.ifc': ifcText(villa), 'room.ifc': ifcText(room) };
  expect(Object.keys(written)).toEqual(sampleBuildings.map(({ file }) => file));
  for (const { file } of sampleBuildings)
    expect(readFileSync(`user-app/public/samples/buildings/${file}`, 'utf8')).toBe(written[file]);
});
