import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useStaff } from '../../providers/staff-session.ts';
import { noteRecent } from './recent.ts';

/**
 * A record that is open is among the last ones; forms that make something new are not.
 * @param title empty while it is not known
 * @param home where it is found again; the address where it is left out
 */
export function useRecent(title: string, home?: string): void {
  const staff = useStaff();
  const { pathname } = useLocation();
  const staffId = staff?.accountId;
  const to = home ?? pathname;
  useEffect(() => {
    if (staffId && title !== '' && !to.endsWith('/create')) noteRecent(staffId, { to, title });
  }, [staffId, to, title]);
}
