import { decodeAddress } from './decode-address.ts'
import { toSortKey } from './sort-key.ts'

/** Nodes of one folder, or the hosts. */
export interface Children {
  readonly arrived: number[]
  /** Those that had arrived when they were last asked for. */
  sorted: readonly number[]
}

/** By node; a key is made when its folder is first sorted. */
export interface NodeNames {
  readonly names: readonly string[]
  readonly keys: string[]
}

export function noChildren(): Children {
  return { arrived: [], sorted: [] }
}

/** Sorts what is new and puts it between the others, which keep their order. */
export function sortChildren(children: Children, nodes: NodeNames): readonly number[] {
  const { arrived, sorted } = children
  if (arrived.length === sorted.length) return sorted
  const fresh = arrived.slice(sorted.length)
  for (const node of fresh) nodes.keys[node] = toSortKey(decodeAddress(nodes.names[node] ?? ''))
  fresh.sort((a, b) => compareNodes(a, b, nodes))
  children.sorted = sorted.length === 0 ? fresh : mergeSorted(sorted, fresh, nodes)
  return children.sorted
}

/** Few into many: a search for each of the few, and the rest is copied. */
function mergeSorted(
  before: readonly number[],
  fresh: readonly number[],
  nodes: NodeNames,
): readonly number[] {
  const merged: number[] = []
  let from = 0
  for (const node of fresh) {
    const to = placeFor(node, before, from, nodes)
    for (; from < to; from += 1) merged.push(before[from] ?? -1)
    merged.push(node)
  }
  for (; from < before.length; from += 1) merged.push(before[from] ?? -1)
  return merged
}

function placeFor(node: number, among: readonly number[], from: number, nodes: NodeNames): number {
  let [low, high] = [from, among.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareNodes(among[middle] ?? -1, node, nodes) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** By key, and equal keys by the names themselves, so that the order is always the same. */
function compareNodes(a: number, b: number, { keys, names }: NodeNames): number {
  const [keyOfA = '', keyOfB = ''] = [keys[a], keys[b]]
  if (keyOfA !== keyOfB) return keyOfA < keyOfB ? -1 : 1
  const [nameOfA = '', nameOfB = ''] = [names[a], names[b]]
  return nameOfA < nameOfB ? -1 : Number(nameOfA > nameOfB)
}
