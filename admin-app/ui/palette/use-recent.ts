import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useStaff } from '../../providers/staff-session.ts';
import { noteRecent } from './recent.ts';

/** A record that is open is among the last ones; forms that make something new are not. Empty while it is not known. */
export function useRecent(title: string): void {
  const staff = useStaff();
  const { pathname } = useLocation();
  const staffId = staff?.accountId;
  useEffect(() => {
    if (staffId && title !== '' && !pathname.endsWith('/create')) noteRecent(staffId, { to: pathname, title });
  }, [staffId, pathname, title]);
}
