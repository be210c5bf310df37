import { useState } from 'react';
import type { LikenessWeights } from '#shared/contract/gallery-picture';
import { type Crop, usePictureDetail } from '../../data/gallery';
import { GallerySearch } from '../../features/gallery/search/gallery-search';
import { Wall } from '../../features/gallery/wall/picture-wall';
import { galleryImageUrl } from '../../lib/image-url';
import { useParams, useSearchParams } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { CropFrame } from '../../ui/crop-frame';
import { EmptyState } from '../../ui/empty-state';
import { Slider } from '../../ui/slider';
import { Thumb } from '../../ui/thumb';
import { GalleryFrame } from './gallery-frame';
import styles from './similar.css';

const signals = [
  ['layout', '构图', 45],
  ['colour', '颜色', 35],
  ['category', '分类', 20],
] as const;
type Signal = (typeof signals)[number][0];

/** Percentages that the address asks for. */
function weightsOf(query: URLSearchParams): Record<Signal, number> {
  const of = (signal: Signal, usual: number) => {
    const value = Number(query.get(signal) ?? usual);
    return Number.isFinite(value) ? Math.min(100, Math.max(0, Math.round(value))) : usual;
  };
  return Object.fromEntries(signals.map(([signal, , usual]) => [signal, of(signal, usual)])) as Record<Signal, number>;
}

function cropOf(query: URLSearchParams): Crop | undefined {
  const [x, y, width, height] = (query.get('crop') ?? '').split(',').map(Number);
  const sides = [x, y, width, height];
  if (sides.some((side) => side === undefined || !(side >= 0 && side <= 1)) || !width || !height) return undefined;
  return { x: x ?? 0, y: y ?? 0, width: Math.max(0.02, width), height: Math.max(0.02, height) };
}

/** Pictures like one of the gallery, or like one that was brought along; how they are alike can be weighed. */
export default function Similar() {
  const { pictureId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const imageId = query.get('image');
  const id = Number(pictureId);
  if (!imageId && !(Number.isSafeInteger(id) && id > 0)) {
    return (
      <GalleryFrame search={<GallerySearch />}>
        <EmptyState drawing="lost" title="没有找到这张图" text="链接可能不完整。">
          <ButtonLink to="/tupianHome">看全部图片</ButtonLink>
        </EmptyState>
      </GalleryFrame>
    );
  }
  const weights = weightsOf(query);
  const change = (signal: Signal, value: number) => {
    const next = new URLSearchParams(query);
    next.set(signal, String(value));
    setQuery(next, { replace: true });
  };
  return (
    <GalleryFrame search={<GallerySearch />}>
      <div className={`grid gap-24 ${styles.columns}`}>
        <aside className={`sticky ${styles.query}`} aria-label="查找用的图">
          {imageId ? <Own imageId={imageId} crop={cropOf(query)} /> : <FromGallery key={id} id={id} />}
          <h2>相似的是</h2>
          {signals.map(([signal, label, usual]) => (
            <Weight
              key={signal}
              label={label}
              usual={usual}
              value={weights[signal]}
              onChange={(value) => change(signal, value)}
            />
          ))}
        </aside>
        <div className="min-w-0">
          <LikeWall id={id} imageId={imageId} crop={cropOf(query)} weights={weights} />
        </div>
      </div>
    </GalleryFrame>
  );
}

interface LikeWallProps {
  id: number;
  imageId: string | null;
  crop: Crop | undefined;
  weights: Record<Signal, number>;
}

function LikeWall({ id, imageId, crop, weights }: LikeWallProps) {
  const parts: LikenessWeights = {
    layout: weights.layout / 100,
    colour: weights.colour / 100,
    category: weights.category / 100,
  };
  return (
    <Wall
      content={imageId ? { imageId, weights: parts, crop } : { like: id, weights: parts }}
      empty={
        <EmptyState drawing="wall" title="没有相似的图片" text="提高三项权重，或者换一张图。">
          <ButtonLink to="/tupianHome">看全部图片</ButtonLink>
        </EmptyState>
      }
    />
  );
}

function FromGallery({ id }: { id: number }) {
  const { data, error } = usePictureDetail(id);
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) {
    return (
      <>
        <span className={styles.given} />
        <p>&nbsp;</p>
      </>
    );
  }
  const { imageId, mainColor, title } = data;
  return (
    <>
      <Thumb src={galleryImageUrl(imageId)} alt={title} mainColor={mainColor} className={styles.given} />
      <p>{title}</p>
    </>
  );
}

function Own({ imageId, crop }: { imageId: string; crop: Crop | undefined }) {
  return (
    <>
      <span className="block relative">
        <img src={galleryImageUrl(imageId)} alt="您带来的图" />
        {crop && <CropFrame part={crop} />}
      </span>
      <p>{crop ? '按框选的部分查找' : '按整张图查找'}</p>
    </>
  );
}

/** A weight moves with the pointer and is asked for when it rests. */
function Weight(props: { label: string; value: number; usual: number; onChange: (value: number) => void }) {
  const { label, value, usual, onChange } = props;
  const [moving, setMoving] = useState<number>();
  return (
    <Slider
      label={label}
      min={0}
      max={100}
      step={5}
      start={usual}
      value={moving ?? value}
      said={`${moving ?? value}%`}
      onChange={setMoving}
      onEnd={() => {
        if (moving !== undefined && moving !== value) onChange(moving);
        setMoving(undefined);
      }}
    />
  );
}
