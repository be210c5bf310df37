import { useEffect, useState } from 'react';
import type { Desk } from './use-desk';

/** Address of the picture in hand, as long as it is in hand. */
export function useHeldPicture(desk: Desk, pictureId: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const [kept] = pictureId === undefined ? [] : desk.shelf.kept(new Set([pictureId]));
    if (!kept) return;
    const url = URL.createObjectURL(kept.blob);
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
      setAddress(undefined);
    };
  }, [desk, pictureId]);
  return address;
}
