import type { Scatter } from './scatter.ts'

const stepPixels = 48

const acts: Readonly<Record<string, (scatter: Scatter) => void>> = {
  ArrowLeft: scatter => scatter.pan(stepPixels, 0),
  ArrowRight: scatter => scatter.pan(-stepPixels, 0),
  ArrowUp: scatter => scatter.pan(0, stepPixels),
  ArrowDown: scatter => scatter.pan(0, -stepPixels),
  '+': scatter => scatter.zoom(1.4),
  '=': scatter => scatter.zoom(1.4),
  '-': scatter => scatter.zoom(1 / 1.4),
  '0': scatter => scatter.fit(),
  Enter: () => {},
}

/** Moves the map by a key; false for keys that are none of its own. */
export function mapKey(scatter: Scatter, key: string): boolean {
  const act = acts[key]
  act?.(scatter)
  return act !== undefined
}
