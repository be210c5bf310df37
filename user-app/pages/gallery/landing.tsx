import { Landing as LandingScreen } from '../../features/landing/landing';
import { GalleryFrame } from './gallery-frame';

export default function Landing() {
  return (
    <GalleryFrame hasHead={false} hasTabs={false}>
      <LandingScreen />
    </GalleryFrame>
  );
}
