import { splitAddress } from './split-address.ts'
import { type Children, noChildren } from './tree-children.ts'

/** Segments further down stay together in one name: each level costs a row's indentation, and an address its nodes. */
const levelsMax = 64

/** What a tree holds, by node. A parent has a smaller number than its children. */
export interface TreeNodes {
  readonly names: string[]
  /** What siblings are sorted by; empty until then. */
  readonly keys: string[]
  readonly parents: number[]
  readonly levels: number[]
  readonly links: number[]
  readonly counts: number[]
  readonly children: (Children | undefined)[]
  readonly lookups: (Map<string, number> | undefined)[]
  readonly nodeOfLink: number[]
  readonly roots: Children
  readonly rootLookup: Map<string, number>
}

export function emptyNodes(): TreeNodes {
  return {
    names: [],
    keys: [],
    parents: [],
    levels: [],
    links: [],
    counts: [],
    children: [],
    lookups: [],
    nodeOfLink: [],
    roots: noChildren(),
    rootLookup: new Map(),
  }
}

/** Gives the address a node of its own, and the folders above it theirs. */
export function addLink(nodes: TreeNodes, url: string): void {
  const { scheme, host, path, rest } = splitAddress(url)
  const link = nodes.nodeOfLink.length
  let node = childOf(nodes, -1, host)
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path
  for (let from = path.startsWith('/') ? 1 : 0, level = 2; from <= trimmed.length; level += 1) {
    const slash = level === levelsMax ? -1 : trimmed.indexOf('/', from)
    const to = slash === -1 ? trimmed.length : slash
    node = childOf(nodes, node, trimmed.slice(from, to))
    from = to + 1
  }
  if (rest !== '') node = childOf(nodes, node, rest)
  // The same path with another scheme, or with and without its last slash.
  if (nodes.links[node] !== -1) node = childOf(nodes, node, path.endsWith('/') ? `/${scheme}/` : `/${scheme}`)
  while (nodes.links[node] !== -1) node = childOf(nodes, node, `/${url}`)
  nodes.links[node] = link
  nodes.nodeOfLink.push(node)
  for (let each = node; each !== -1; each = nodes.parents[each] ?? -1)
    nodes.counts[each] = (nodes.counts[each] ?? 0) + 1
}

function childOf(nodes: TreeNodes, parent: number, name: string): number {
  const lookup = parent === -1 ? nodes.rootLookup : (nodes.lookups[parent] ??= new Map())
  const known = lookup.get(name)
  if (known !== undefined) return known
  const node = nodes.names.length
  lookup.set(name, node)
  const siblings = parent === -1 ? nodes.roots : (nodes.children[parent] ??= noChildren())
  siblings.arrived.push(node)
  nodes.names.push(name)
  nodes.keys.push('')
  nodes.parents.push(parent)
  nodes.levels.push((nodes.levels[parent] ?? 0) + 1)
  nodes.links.push(-1)
  nodes.counts.push(0)
  nodes.children.push(undefined)
  nodes.lookups.push(undefined)
  return node
}
