import { decodeAddress } from '#lib/client/web-address.ts'
import { splitAddress } from '#components/map/model/split-address.ts'

/** Deeper segments are merged into one name: each level costs indentation in a row, and nodes per URL. */
const levelsMax = 64

// oxlint-disable-next-line no-control-regex -- the first of the 128 is a control character
const isAscii = /^[\0-\x7f]*$/

const marks = /\p{M}/gu

const numbers = /0*(\d+)/g

const zero = 0x30

// Longer numbers all get the same mark: letters follow after it.
const most = 0x2a

/**
 * A site by host and path. A node is a host, a folder, a page, or a page with others below it; URLs that
 * differ only in their query are below their common path. Nodes and links are numbers from 0, which never
 * change while the tree grows; a parent's is smaller than its children's. A link number is its order of
 * arrival, a node without a link has -1.
 */
export class SiteTree {
  /** Nodes. */
  readonly size: number
  /** Links. */
  readonly linkCount: number
  readonly #nodes: TreeNodes

  private constructor(nodes: TreeNodes) {
    this.#nodes = nodes
    this.size = nodes.names.length
    this.linkCount = nodes.nodeOfLink.length
  }

  static readonly empty = (): SiteTree => new SiteTree(emptyNodes())

  /**
   * The tree with more links; they get the next numbers. The previous tree must not be used any more: both
   * share storage, so that adding a chunk takes time proportional to the chunk.
   */
  grow(urls: readonly string[]): SiteTree {
    urls.forEach(url => addLink(this.#nodes, url))
    return new SiteTree(this.#nodes)
  }

  /** Parent node; -1 for a host. */
  parent = (node: number): number => this.#nodes.parents[node] ?? -1
  /** 1 for a host. */
  level = (node: number): number => this.#nodes.levels[node] ?? 0
  /** The node's own link; -1 for a folder. */
  link = (node: number): number => this.#nodes.links[node] ?? -1
  node = (link: number): number => this.#nodes.nodeOfLink[link] ?? -1
  /** Links at and below the node. */
  count = (node: number): number => this.#nodes.counts[node] ?? 0
  hasChildren = (node: number): boolean => this.#nodes.children[node] !== undefined
  /** In readable form. */
  label = (node: number): string => decodeAddress(this.#nodes.names[node] ?? '')
  /** As spelled in the URL; one that ends a path begins with `?`, `#` or a slash. */
  name = (node: number): string => this.#nodes.names[node] ?? ''

  /** The children of a node, by name; -1 for the hosts. Sorted on first use. */
  children(node: number): readonly number[] {
    const children = node === -1 ? this.#nodes.roots : this.#nodes.children[node]
    return children === undefined ? [] : sortChildren(children, this.#nodes)
  }

  /** Names from the host down to the node. */
  path(node: number): readonly string[] {
    const parent = this.parent(node)
    return parent === -1 ? [this.name(node)] : [...this.path(parent), this.name(node)]
  }

  /** The node with these names from the host down; -1 if there is none. */
  find(path: readonly string[]): number {
    let node = -1
    for (const name of path) {
      const lookup = node === -1 ? this.#nodes.rootLookup : this.#nodes.lookups[node]
      node = lookup?.get(name) ?? -1
      if (node === -1) return -1
    }
    return node
  }

  /** The children of a node in any order, without sorting. */
  someChild(node: number, test: (child: number) => boolean): boolean {
    return this.#nodes.children[node]?.arrived.some(test) ?? false
  }

  /** 1 for each node at or below the given one. */
  markBelow(node: number): Uint8Array {
    const marks = new Uint8Array(this.size)
    marks[node] = 1
    const { parents } = this.#nodes
    for (let each = node + 1; each < this.size; each += 1) {
      const parent = parents[each] ?? -1
      if (parent !== -1 && marks[parent] === 1) marks[each] = 1
    }
    return marks
  }

  /** For each node the number of marked links at or below it. */
  countMarked(links: Uint8Array): Int32Array {
    const counts = new Int32Array(this.size)
    const { nodeOfLink, parents } = this.#nodes
    const most = Math.min(links.length, this.linkCount)
    for (let link = 0; link < most; link += 1) {
      if (links[link] === 1) add(counts, nodeOfLink[link] ?? 0, 1)
    }
    for (let node = this.size - 1; node > 0; node -= 1) {
      const parent = parents[node] ?? -1
      if (parent !== -1) add(counts, parent, counts[node] ?? 0)
    }
    return counts
  }
}

function add(counts: Int32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more
}

/** Node storage. A parent has a smaller number than its children. */
interface TreeNodes {
  readonly names: string[]
  /** Sort key among siblings; empty until needed. */
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

function emptyNodes(): TreeNodes {
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

/** Creates a node for the URL, and its parent folders. */
function addLink(nodes: TreeNodes, url: string): void {
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
  // The same path with another scheme, or with and without its trailing slash.
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

/** Nodes of one folder, or the hosts. */
interface Children {
  readonly arrived: number[]
  /** Those present at the last call. */
  sorted: readonly number[]
}

/** By node; keys are created when the folder is first sorted. */
interface NodeNames {
  readonly names: readonly string[]
  readonly keys: string[]
}

function noChildren(): Children {
  return { arrived: [], sorted: [] }
}

/** Sorts new nodes and merges them with the others, which keep their order. */
function sortChildren(children: Children, nodes: NodeNames): readonly number[] {
  const { arrived, sorted } = children
  if (arrived.length === sorted.length) return sorted
  const fresh = arrived.slice(sorted.length)
  for (const node of fresh) nodes.keys[node] = toSortKey(decodeAddress(nodes.names[node] ?? ''))
  fresh.sort((a, b) => compareNodes(a, b, nodes))
  children.sorted = sorted.length === 0 ? fresh : mergeSorted(sorted, fresh, nodes)
  return children.sorted
}

/** Few into many: binary search for each of the few, copy the rest. */
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

/** By key, equal keys by name, so that the order is deterministic. */
function compareNodes(a: number, b: number, { keys, names }: NodeNames): number {
  const [keyOfA = '', keyOfB = ''] = [keys[a], keys[b]]
  if (keyOfA !== keyOfB) return keyOfA < keyOfB ? -1 : 1
  const [nameOfA = '', nameOfB = ''] = [names[a], names[b]]
  return nameOfA < nameOfB ? -1 : Number(nameOfA > nameOfB)
}

/**
 * A key for natural sort order by plain comparison: `page-9` before `page-10`, ignoring case and accents. A
 * collator does the same, but takes two seconds for a folder of 100,000.
 */
function toSortKey(name: string): string {
  const plain = isAscii.test(name) ? name : name.normalize('NFD').replace(marks, '')
  return plain
    .toLowerCase()
    .replace(
      numbers,
      (_, digits: string) => String.fromCharCode(zero + Math.min(digits.length, most)) + digits,
    )
}
