import { type Swatch, toCss } from './scatter/palette.ts'
import type { Shape } from './scatter/shapes.ts'

const outlines: Readonly<Record<Shape, string>> = {
  circle: 'M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1Z',
  square: 'M2 2h8v8H2Z',
  triangle: 'M6 1 11 10H1Z',
  diamond: 'M6 0.5 11.5 6 6 11.5 0.5 6Z',
  cross: 'M3 1 6 4 9 1 11 3 8 6l3 3-2 2-3-3-3 3-2-2 3-3-3-3Z',
  drop: 'M1 2h10L6 11Z',
  ring: 'M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1Zm0 2.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 1 0 0-5.2Z',
  plus: 'M4.2 1h3.6v3.2H11v3.6H7.8V11H4.2V7.8H1V4.2h3.2Z',
}

/** The mark of a category, as the points are drawn. */
export function SwatchMark({ swatch }: { swatch: Swatch }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden className="stroke-text/40" strokeWidth="0.8">
      <path d={outlines[swatch.shape]} fill={toCss(swatch.color)} fillRule="evenodd" />
    </svg>
  )
}
