import type { MapLink } from './map-link.ts'
import { splitAddress } from './split-address.ts'
import type { FoundMap } from './found-map.ts'

export type DiffRow =
  | { readonly kind: 'added'; readonly link: MapLink }
  | { readonly kind: 'gone'; readonly link: MapLink }
  | { readonly kind: 'moved'; readonly link: MapLink; readonly from: MapLink; readonly by: MoveSign }

/** Evidence of a move: only scheme or host differ, or the title or the last segment is unique. */
export type MoveSign = 'host' | 'title' | 'name'

export interface MapDiff {
  readonly added: readonly MapLink[]
  readonly gone: readonly MapLink[]
  readonly moved: readonly { readonly from: MapLink; readonly to: MapLink; readonly by: MoveSign }[]
  /** Links in both. */
  readonly same: number
}

const signs: readonly { readonly by: MoveSign; readonly keyOf: (link: MapLink) => string | null }[] = [
  { by: 'host', keyOf: toKey },
  { by: 'title', keyOf: toTitle },
  { by: 'name', keyOf: toName },
]

/** Changes from an earlier map. Each link of either map is in exactly one of the four. */
export function diffMaps(before: readonly MapLink[], after: readonly MapLink[]): MapDiff {
  const known = new Set(before.map(({ url }) => url))
  const found = new Set(after.map(({ url }) => url))
  let gone = before.filter(({ url }) => !found.has(url))
  let added = after.filter(({ url }) => !known.has(url))
  const same = before.length - gone.length
  const moved: { from: MapLink; to: MapLink; by: MoveSign }[] = []
  for (const { by, keyOf } of signs) {
    const pairs = pairUp(gone, added, keyOf)
    moved.push(...pairs.map(pair => ({ ...pair, by })))
    const [left, arrived] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))]
    gone = gone.filter(link => !left.has(link))
    added = added.filter(link => !arrived.has(link))
  }
  return { added, gone, moved, same }
}

/** Links that share a key that is unique on both sides. */
function pairUp(
  gone: readonly MapLink[],
  added: readonly MapLink[],
  keyOf: (link: MapLink) => string | null,
): readonly { readonly from: MapLink; readonly to: MapLink }[] {
  const arrived = Map.groupBy(added, keyOf)
  return [...Map.groupBy(gone, keyOf)].flatMap(([key, left]) => {
    const [from, otherFrom] = left
    const [to, otherTo] = arrived.get(key) ?? []
    if (key === null || from === undefined || to === undefined) return []
    return otherFrom === undefined && otherTo === undefined ? [{ from, to }] : []
  })
}

function toKey({ url }: MapLink): string | null {
  const { path, rest } = splitAddress(url)
  return `${path || '/'}${rest}`
}

function toTitle({ title }: MapLink): string | null {
  const text = title?.trim() ?? ''
  return text === '' ? null : text
}

function toName({ url }: MapLink): string | null {
  const { path, rest } = splitAddress(url)
  const name = path.split('/').findLast(segment => segment !== '') ?? ''
  return name === '' ? null : `${name}${rest}`
}

/**
 * The changes as rows: added ones in the order of the later map, then removed and moved ones in that of the
 * earlier map.
 */
export function toDiffRows({ added, gone, moved }: MapDiff): readonly DiffRow[] {
  return [
    ...added.map(link => ({ kind: 'added' as const, link })),
    ...gone.map(link => ({ kind: 'gone' as const, link })),
    ...moved.map(({ from, to, by }) => ({ kind: 'moved' as const, link: to, from, by })),
  ]
}

/**
 * Warning that added or removed links may be false differences; null when both maps are complete, or it is
 * unknown.
 */
export function diffCaution(before: FoundMap | null, now: FoundMap, running: boolean): string | null {
  if (running) return 'The map is still running: links not found yet count as removed.'
  if (before === null) return null
  const early = [isPart(before) && 'The earlier map', isPart(now) && 'This map'].filter(
    name => name !== false,
  )
  if (early.length === 0) return null
  const subject = early.length === 2 ? 'Both maps' : early[0]
  return `${subject} ended early: pages not reached by one map count as added or removed.`
}

function isPart({ complete, stopped }: FoundMap): boolean {
  return !complete || (stopped !== null && stopped !== 'done')
}
