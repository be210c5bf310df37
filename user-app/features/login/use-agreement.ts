import { useState } from 'react';
import { useSiteSettings } from '../../data/settings';

export interface Agreement {
  isAgreed: boolean;
  isAsking: boolean;
  /** Version of the texts, as logins record it. */
  version: string;
  setAgreed: (isAgreed: boolean) => void;
  /** Runs an action at once, or after the person has agreed in the dialog. */
  whenAgreed: (action: () => void) => void;
  agree: () => void;
  refuse: () => void;
}

/** Consent to the agreements, one for all ways to log in. */
export function useAgreement(): Agreement {
  const settings = useSiteSettings().data;
  const [chosen, setChosen] = useState<boolean>();
  const [waiting, setWaiting] = useState<{ action: () => void }>();
  const isAgreed = chosen ?? settings?.isAgreementTickedByDefault ?? false;

  return {
    isAgreed,
    isAsking: waiting !== undefined,
    version: settings?.agreementVersion ?? '',
    setAgreed: setChosen,
    whenAgreed: (action) => (isAgreed ? action() : setWaiting({ action })),
    agree: () => {
      setChosen(true);
      setWaiting(undefined);
      waiting?.action();
    },
    refuse: () => setWaiting(undefined),
  };
}
