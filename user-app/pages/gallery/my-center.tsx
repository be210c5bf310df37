import { AccountRows } from './account-rows';
import { GalleryFrame } from './gallery-frame';

export default function MyCenter() {
  return (
    <GalleryFrame isNarrow hasTabs={false}>
      <AccountRows />
    </GalleryFrame>
  );
}
