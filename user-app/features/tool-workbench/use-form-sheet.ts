import { useEffect, useState } from 'react';

/** Whether the form lies over the stage on narrow screens; Escape puts it away. */
export function useFormSheet() {
  const [isFormOpen, setIsFormOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setIsFormOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return [isFormOpen, setIsFormOpen] as const;
}
