import type { Box } from './squarify.ts'

type Side = 'x' | 'y'

const directions: Readonly<Record<string, { readonly along: Side; readonly by: 1 | -1 }>> = {
  ArrowRight: { along: 'x', by: 1 },
  ArrowLeft: { along: 'x', by: -1 },
  ArrowDown: { along: 'y', by: 1 },
  ArrowUp: { along: 'y', by: -1 },
}

// Coordinates are rounded: neighbors may share a pixel.
const overlapMax = 1

/** The target area of an arrow key: the adjacent one, otherwise the first or last; null for other keys. */
export function nextArea(areas: readonly Box[], at: number, key: string): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return areas.length - 1
  const direction = directions[key]
  const from = areas[at]
  if (direction === undefined || from === undefined) return null
  const { along, by } = direction
  const across: Side = along === 'x' ? 'y' : 'x'
  let best = at
  let least = Infinity
  for (const [index, to] of areas.entries()) {
    const ahead = by === 1 ? to[along] - endOf(from, along) : from[along] - endOf(to, along)
    if (index === at || ahead < -overlapMax) continue
    // Areas straight ahead are preferred over nearer ones to the side; among several, the middle one.
    const aside = Math.abs(middleOf(to, across) - middleOf(from, across))
    const distance = ahead + 4 * gapBetween(from, to, across) + aside / 1000
    if (distance >= least) continue
    least = distance
    best = index
  }
  return best
}

function middleOf(box: Box, side: Side): number {
  return box[side] + lengthOf(box, side) / 2
}

function gapBetween(a: Box, b: Box, side: Side): number {
  return Math.max(0, a[side] - endOf(b, side), b[side] - endOf(a, side))
}

function endOf(box: Box, side: Side): number {
  return box[side] + lengthOf(box, side)
}

function lengthOf({ width, height }: Box, side: Side): number {
  return side === 'x' ? width : height
}
