import { useEffect, useState } from 'react';
import type { DrawingTable } from './use-drawing-table';

/** Address of the picture in hand, as long as it is in hand. */
export function useHeldPicture(table: DrawingTable, pictureId: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const [kept] = pictureId === undefined ? [] : table.shelf.kept(new Set([pictureId]));
    if (!kept) return;
    const url = URL.createObjectURL(kept.blob);
    setAddress(url);
    return () => {
      URL.revokeObjectURL(url);
      setAddress(undefined);
    };
  }, [table, pictureId]);
  return address;
}
