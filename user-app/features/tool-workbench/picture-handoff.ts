import type { PictureKind } from '#shared/domain/picture-kind';
import { createStore, useStore } from '../../lib/create-store';

/** A picture somebody has brought and not given to a tool yet. It lives as long as the window. */
export interface BroughtPicture {
  file: File;
  /** Address of a view of it; undefined where the browser cannot draw it. */
  preview: string | undefined;
  kind: PictureKind | undefined;
}

interface Handoff {
  brought: BroughtPicture | undefined;
  /** Set by the press on a tool, taken by its page. */
  handed: File | undefined;
}

const handoff = createStore<Handoff>({ brought: undefined, handed: undefined });

export function useBroughtPicture(): BroughtPicture | undefined {
  return useStore(handoff, ({ brought }) => brought);
}

export function bringPicture(brought: BroughtPicture | undefined): void {
  const before = handoff.get().brought?.preview;
  if (before && before !== brought?.preview) URL.revokeObjectURL(before);
  handoff.set({ brought });
}

/** Gives the picture to the tool whose page opens next. */
export function handOver(): void {
  handoff.set({ handed: handoff.get().brought?.file });
}

/** Gives a file to the tool whose page opens next. */
export function handFile(file: File): void {
  handoff.set({ handed: file });
}

/** The picture that was given to this page, once. */
export function takeHanded(): File | undefined {
  const { handed } = handoff.get();
  if (handed) handoff.set({ handed: undefined });
  return handed;
}
