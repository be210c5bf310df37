/** Two short soft notes, at a quarter of full loudness. */
export function playTone(): void {
  try {
    const audio = new AudioContext();
    for (const [index, hertz] of [660, 880].entries()) {
      const start = audio.currentTime + index * 0.16;
      const note = audio.createOscillator();
      const loudness = audio.createGain();
      note.frequency.value = hertz;
      loudness.gain.setValueAtTime(0.25, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
      note.connect(loudness).connect(audio.destination);
      note.start(start);
      note.stop(start + 0.35);
      if (index === 1) note.onended = () => void audio.close();
    }
  } catch {
    // Without sound the notice and the tab's title remain.
  }
}
