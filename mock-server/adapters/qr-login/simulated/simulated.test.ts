import { expect, it } from 'vitest';
import { describeQrLogin } from '../conformance.ts';
import { createSimulatedQrLogin, play } from './index.ts';
import { idOfOpenId, personOf, simulatedPeople } from './people.ts';

describeQrLogin('the simulated phone', async () => createSimulatedQrLogin());

it('leads to the page that plays the phone, on the browser’s own origin', async () => {
  expect(await createSimulatedQrLogin().open('abc', 180, 'http://10.0.0.5:8000')).toEqual({
    url: 'http://10.0.0.5:8000/scan/abc',
  });
});

it('knows its people by short names; an unknown name is the same newcomer each time', () => {
  for (const person of simulatedPeople) expect(personOf(idOfOpenId(person.openId))).toEqual(person);
  expect(personOf('778899')).toEqual(personOf('778899'));
  expect(personOf('778899').openId).not.toBe(personOf('778800').openId);
  expect(personOf('778899').nickName).toBe('新朋友 8899');
});

it('confirms as who scanned, unless somebody else is named', () => {
  const who = (event: ReturnType<typeof play>) => ('person' in event ? event.person.openId : event.what);
  expect(who(play('s', 'scan', {}))).toBe('simulated-lin');
  expect(who(play('s', 'confirm', { scannedBy: 'simulated-xu' }))).toBe('simulated-xu');
  expect(who(play('s', 'confirm', { scannedBy: 'simulated-xu', person: 'zhou' }))).toBe('simulated-zhou');
  expect(who(play('s', 'cancel', { scannedBy: 'simulated-xu' }))).toBe('canceled');
});
