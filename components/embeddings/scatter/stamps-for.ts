import { type Layer, toLook } from './look.ts'
import type { Swatch } from './palette.ts'
import { createStamp, type Stamp } from './stamp.ts'
import type { ScatterTheme } from './theme.ts'

const styles: readonly { readonly layer: Layer; readonly size: number; readonly strength: number }[] = [
  { layer: 'dimmed', size: 0.8, strength: 0.16 },
  { layer: 'plain', size: 1, strength: 1 },
  { layer: 'strong', size: 1.25, strength: 1 },
]

/**
 * The stamps of all categories on all layers, by look.
 * @param radius of a plain point, in device pixels
 */
export function stampsFor(
  swatches: readonly Swatch[],
  radius: number,
  theme: ScatterTheme,
): readonly (Stamp | undefined)[] {
  const stamps: (Stamp | undefined)[] = []
  swatches.forEach((swatch, category) => {
    for (const { layer, size, strength } of styles)
      stamps[toLook(layer, category)] = createStamp({
        swatch,
        radius: radius * size,
        // A line around tiny points would leave nothing of their colour.
        outline: radius * size >= 3 ? 1 : 0,
        ink: theme.ink,
        ground: theme.ground,
        strength,
      })
  })
  return stamps
}

/** Radius in CSS pixels: many points are small, and all grow a little as one comes nearer. */
export function radiusFor(count: number, zoom: number): number {
  const base = count <= 300 ? 5 : count <= 3000 ? 4 : count <= 12_000 ? 2.5 : count <= 40_000 ? 2.2 : 1.6
  return base * Math.min(2, Math.max(1, zoom) ** 0.25)
}
