import { lazy, Suspense } from 'react';
import { useProductState } from '../../lib/product-state';

const ContactDialog = lazy(() => import('./contact-dialog'));
const ClientDialog = lazy(() => import('./client-dialog'));
const ExtensionDialog = lazy(() => import('./extension-dialog'));
const FaceDialog = lazy(() => import('./face-dialog'));

/** Holds the place of the dialogs that any screen may open; each one's code loads when it is first asked for. */
export function ProductDialogs() {
  const { contact, clientDownload, extension, userFace } = useProductState('dialogs');
  return (
    <Suspense fallback={null}>
      {contact && <ContactDialog />}
      {clientDownload && <ClientDialog />}
      {extension && <ExtensionDialog />}
      {userFace && <FaceDialog />}
    </Suspense>
  );
}
