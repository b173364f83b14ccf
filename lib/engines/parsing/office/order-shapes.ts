import type { OfficeContentNode } from 'officeparser'
import { textOf } from './office-blocks.ts'
import { readShapes, type Shape } from './read-shapes.ts'

// Shapes whose tops differ by less stand on one line: an eighth of an inch.
const lineUnits = 114_300

/**
 * A slide's nodes from top to bottom and left to right, shape by shape: a slide is stored in the order it was drawn.
 * Left as they are where a shape takes its place from the layout, or cannot be told.
 */
export function orderShapes(
  nodes: readonly OfficeContentNode[],
  slide: string,
): readonly OfficeContentNode[] {
  const shapes = readShapes(slide)
  const groups = assign(nodes, shapes)
  if (groups === null) return nodes
  const placed = shapes.flatMap((shape, index) => {
    const own = groups.get(index)
    return own === undefined ? [] : [{ shape, own }]
  })
  if (placed.some(({ shape }) => shape.x === null || shape.y === null)) return nodes
  return placed.toSorted((one, other) => compare(one.shape, other.shape)).flatMap(each => each.own)
}

function compare(one: Shape, other: Shape): number {
  const down = Math.round((one.y ?? 0) / lineUnits) - Math.round((other.y ?? 0) / lineUnits)
  return down === 0 ? (one.x ?? 0) - (other.x ?? 0) : down
}

/** Which nodes belong to which shape: both come in the order of the file. Null when they do not fit together. */
function assign(
  nodes: readonly OfficeContentNode[],
  shapes: readonly Shape[],
): Map<number, OfficeContentNode[]> | null {
  const rest = shapes.map(shape => squeeze(shape.text))
  const groups = new Map<number, OfficeContentNode[]>()
  let at = 0
  for (const node of nodes) {
    const text = squeeze(textOf(node))
    const fits = (index: number): boolean =>
      text === ''
        ? shapes[index]?.holdsPicture === true || index === at
        : rest[index]?.startsWith(text) === true
    while (at < shapes.length && !fits(at)) at += 1
    if (at >= shapes.length) return null
    rest[at] = (rest[at] ?? '').slice(text.length)
    groups.set(at, [...(groups.get(at) ?? []), node])
  }
  return groups
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
