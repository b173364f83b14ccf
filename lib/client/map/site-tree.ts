import { sortChildren } from './tree-children.ts'
import { addLink, emptyNodes, type TreeNodes } from './tree-nodes.ts'
import { decodeAddress } from './decode-address.ts'

/**
 * A site by host and path. A node is a host, a folder, a page, or a page that has others below it; what shares a path
 * and differs in its query lies below that path. Nodes and links are numbers from 0 on, which never change while the
 * tree grows; a parent's is smaller than its children's. A link is its place of arrival, a node without one is -1.
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
   * The tree with more links; they get the next numbers. The former tree is no longer to be used: both share what
   * they hold, so that a chunk costs what the chunk brings.
   */
  grow(urls: readonly string[]): SiteTree {
    urls.forEach(url => addLink(this.#nodes, url))
    return new SiteTree(this.#nodes)
  }

  /** Node above; -1 above a host. */
  parent = (node: number): number => this.#nodes.parents[node] ?? -1
  /** 1 for a host. */
  level = (node: number): number => this.#nodes.levels[node] ?? 0
  /** The link that the node itself is; -1 for a folder alone. */
  link = (node: number): number => this.#nodes.links[node] ?? -1
  node = (link: number): number => this.#nodes.nodeOfLink[link] ?? -1
  /** Links at and below the node. */
  count = (node: number): number => this.#nodes.counts[node] ?? 0
  hasChildren = (node: number): boolean => this.#nodes.children[node] !== undefined
  /** As people read it. */
  label = (node: number): string => decodeAddress(this.#nodes.names[node] ?? '')
  /** As the address spells it; one that ends a path begins with `?`, `#` or a slash. */
  name = (node: number): string => this.#nodes.names[node] ?? ''

  /** The nodes right below, by name; -1 for the hosts. Sorted when it is first asked for. */
  children(node: number): readonly number[] {
    const children = node === -1 ? this.#nodes.roots : this.#nodes.children[node]
    return children === undefined ? [] : sortChildren(children, this.#nodes)
  }

  /** Names from the host down to the node. */
  path(node: number): readonly string[] {
    const parent = this.parent(node)
    return parent === -1 ? [this.name(node)] : [...this.path(parent), this.name(node)]
  }

  /** The node with these names from the host down; -1 where there is none. */
  find(path: readonly string[]): number {
    let node = -1
    for (const name of path) {
      const lookup = node === -1 ? this.#nodes.rootLookup : this.#nodes.lookups[node]
      node = lookup?.get(name) ?? -1
      if (node === -1) return -1
    }
    return node
  }

  /** Asks the nodes right below in any order, which spares their sorting. */
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

  /** For each node how many of the marked links are at or below it. */
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
