import { Link } from 'react-router';
import { useDrawer } from './use-drawer.ts';

interface Props {
  /** Name of the resource on the wire. */
  resource: string;
  id: string;
  text: string;
  className?: string;
}

/** Name of a row, linked to its drawer. */
export function RowLink({ resource, id, text, className = 'clip wide-clip' }: Props) {
  const { linkTo, addresses } = useDrawer(resource);
  return (
    <Link className={className} to={linkTo(addresses.record(id))} title={text}>
      {text}
    </Link>
  );
}
