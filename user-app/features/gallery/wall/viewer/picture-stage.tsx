import { useMemo, useSyncExternalStore } from 'react';
import Lightbox, { type SlideImage } from 'yet-another-react-lightbox';
import Inline from 'yet-another-react-lightbox/plugins/inline';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import { knownPicture, onPictures } from '../../../../data/gallery-pictures';
import { imageUrl } from '../../../../lib/image-url';

interface PictureStageProps {
  ids: readonly number[];
  index: number;
  onShow: (id: number) => void;
}

/** Widths a picture is looked at in, px; the larger ones come when it is zoomed. */
const widths = [1280, 2048, 4096] as const;
/** Pictures on either side that are fetched ahead. */
const ahead = 2;

const labels = {
  Previous: '上一张',
  Next: '下一张',
  'Zoom in': '放大',
  'Zoom out': '缩小',
  Lightbox: '图片',
  Carousel: '图片',
  Slide: '图片',
};

/** Nothing yet: the picture's card is on its way. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function slideOf(id: number): SlideImage {
  const picture = knownPicture(id);
  if (!picture) return { src: blank, alt: '正在读取' };
  const { imageId, width, height, title } = picture;
  const sizes = widths.filter((_, at) => at === 0 || (widths[at - 1] ?? 0) < width);
  return {
    src: imageUrl(imageId, { w: Math.min(width, widths[0]) }),
    alt: title,
    width,
    height,
    srcSet: sizes.map((one) => ({
      src: imageUrl(imageId, { w: Math.min(one, width) }),
      width: Math.min(one, width),
      height: Math.round((Math.min(one, width) * height) / width),
    })),
  };
}

/** The pictures one at a time: wheel, pinch and double press zoom, a drag pans, arrows and swipes leaf. */
export default function PictureStage({ ids, index, onShow }: PictureStageProps) {
  const known = useSyncExternalStore(onPictures, () => ids.filter((id) => knownPicture(id)).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that came gives its slide
  const slides = useMemo(() => ids.map(slideOf), [ids, known]);
  return (
    <Lightbox
      slides={slides}
      index={index}
      plugins={[Inline, Zoom]}
      labels={labels}
      carousel={{ finite: true, preload: ahead, padding: 0, spacing: 24 }}
      animation={{ fade: 120, swipe: 200, navigation: 0 }}
      controller={{ focus: true }}
      zoom={{ scrollToZoom: true, maxZoomPixelRatio: 2 }}
      toolbar={{ buttons: [] }}
      on={{
        view: ({ index: at }) => {
          const id = ids[at];
          if (id !== undefined && at !== index) onShow(id);
        },
      }}
    />
  );
}
