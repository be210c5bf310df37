import { GalleryFrame } from './gallery-frame';
import { HelpTopics } from './help-topics';

export default function Help() {
  return (
    <GalleryFrame isNarrow hasTabs={false} text="常见问题。没有答案的，请联系为您提供本站的管理员。">
      <HelpTopics />
    </GalleryFrame>
  );
}
