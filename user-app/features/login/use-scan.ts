import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#shared/client/create-client';
import { failureWords } from '#shared/domain/failure-words';
import { checkScan, getScanCode, type ScanCode, type ScanState } from '../../data/user';
import { deviceUuid } from '../../lib/storage';

const pollMs = 2_000;

/** A scan login as the panel shows it. */
export type Scan =
  | { step: 'loading' }
  /** No QR code came, or its person may not log in. */
  | { step: 'failed'; sentence: string }
  | { step: 'waiting' | 'canceled' | 'expired' | 'entering'; code: ScanCode }
  | { step: 'scanned'; code: ScanCode; person: ScanState['person'] }
  | { step: 'needsPhone'; code: ScanCode; person: ScanState['person'] };

function scanOf(code: ScanCode, { status, person, login, needsPhone }: ScanState): Scan {
  if (status === 'scanned') return { step: 'scanned', code, person };
  if (status !== 'confirmed') return { step: status, code };
  if (needsPhone) return { step: 'needsPhone', code, person };
  return login ? { step: 'entering', code } : { step: 'expired', code };
}

/** Undefined for failures that may pass (no answer, 5xx, 429): the next poll decides. */
function scanOfFailure(code: ScanCode, error: unknown): Scan | undefined {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return undefined;
  if (error.reason === 'scan.not_found') return { step: 'expired', code };
  return { step: 'failed', sentence: error.message };
}

export interface ScanOptions {
  /** False while no QR code may be shown. */
  isWanted: boolean;
  agreementVersion: string;
  onDone: () => void;
}

/**
 * Asks for a QR code and looks every two seconds what became of it, while the tab is visible and until there is
 * nothing more to learn.
 */
export function useScan({ isWanted, agreementVersion, onDone }: ScanOptions): { scan: Scan; refresh: () => void } {
  const [scan, setScan] = useState<Scan>({ step: 'loading' });
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((known) => known + 1), []);
  const latest = useRef({ agreementVersion, onDone });
  latest.current = { agreementVersion, onDone };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new code
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let isLooking = false;
    let timer: number | undefined;
    let code: ScanCode | undefined;

    const show = (next: Scan) => {
      setScan(next);
      const isFinal = next.step !== 'waiting' && next.step !== 'scanned';
      if (isFinal) isOver = true;
      if (next.step === 'entering') latest.current.onDone();
    };
    const later = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), ms);
    };
    const look = async () => {
      if (isOver || isLooking || !code || document.hidden) return;
      isLooking = true;
      const circumstances = { agreementVersion: latest.current.agreementVersion, deviceId: deviceUuid() };
      const asked = code;
      const next = await checkScan(asked.ticket, circumstances).then(
        (state) => scanOf(asked, state),
        (error: unknown) => scanOfFailure(asked, error),
      );
      isLooking = false;
      if (isOver) return;
      if (next) show(next);
      later(pollMs);
    };
    const lookAgain = () => {
      if (!document.hidden) later(0);
    };

    setScan({ step: 'loading' });
    getScanCode().then(
      (made) => {
        if (isOver) return;
        code = made;
        show({ step: 'waiting', code: made });
        later(pollMs);
      },
      (error: unknown) => {
        if (!isOver) setScan({ step: 'failed', sentence: failureWords(error, '暂时取不到二维码') });
      },
    );
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [isWanted, round]);

  return { scan, refresh };
}
