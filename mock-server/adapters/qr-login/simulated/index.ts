import { CallbackRefused, type QrLoginProvider, type ScanEvent } from '../port.ts';
import { idOfOpenId, personOf, simulatedPeople } from './people.ts';

export const playActions = ['scan', 'confirm', 'cancel'] as const;
export type PlayAction = (typeof playActions)[number];

/**
 * A QR code that leads to a page of ours, which plays the phone. No WeChat is involved.
 *
 * @param world name of the world whose page it is, which the address carries; the unnamed one when absent
 */
export function createSimulatedQrLogin(world?: string): QrLoginProvider {
  const space = world === undefined ? '' : `?space=${world}`;
  return {
    name: 'simulated',
    isSimulated: true,
    open: async (scene, _seconds, origin) => ({ url: `${origin}/scan/${scene}${space}` }),
    proveAddress() {
      throw new CallbackRefused('the simulated phone calls nobody back');
    },
    async readCallback() {
      throw new CallbackRefused('the simulated phone calls nobody back');
    },
  };
}

/**
 * Event for a press on the phone.
 * @param person short name of who holds the phone; without one, who scanned before, or else the first
 * @param scannedBy open id of who scanned before
 */
export function play(
  scene: string,
  action: PlayAction,
  { person, scannedBy }: { person?: string | undefined; scannedBy?: string | null },
): ScanEvent {
  if (action === 'cancel') return { scene, what: 'canceled' };
  const id = person ?? (scannedBy ? idOfOpenId(scannedBy) : simulatedPeople[0]?.id);
  return { scene, what: action === 'scan' ? 'scanned' : 'confirmed', person: personOf(id ?? '') };
}
