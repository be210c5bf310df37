import { useEffect, useState } from 'react';

/**
 * Address of a picture once it is there: while the next one loads, and where it does not load, the former one stays.
 * Undefined without an address.
 */
export function useLoadedPicture(address: string | undefined): string | undefined {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    if (address === undefined) return undefined;
    const picture = new Image();
    picture.onload = () => setLoaded(address);
    picture.src = address;
    return () => {
      picture.onload = null;
    };
  }, [address]);
  return address === undefined ? undefined : loaded;
}
