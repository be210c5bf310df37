import { useEffect, useState } from 'react';

/** State of the form as a sheet over the stage on narrow screens; Escape closes it. */
export function useFormSheet() {
  const [isFormOpen, setIsFormOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setIsFormOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return [isFormOpen, setIsFormOpen] as const;
}
