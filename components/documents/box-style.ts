import type { Box } from '#lib/client/documents/read-blocks.ts'

/** Where a box lies on the picture of its page. */
export function toPlace([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent(y0), width: percent(x1 - x0), height: percent(y1 - y0) }
}

/** A line through the middle of a box. */
export function toStrike([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent((y0 + y1) / 2), width: percent(x1 - x0) }
}

/** The less certain, the warmer. */
export function toHeat(confidence: number) {
  return { background: `color-mix(in oklab, var(--warn) ${percent(1 - confidence)}, transparent)` }
}

function percent(share: number): string {
  return `${share * 100}%`
}
