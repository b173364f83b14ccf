/**
 * Visits the descendants of a node in document order. A visit may remove its node: its descendants are skipped
 * then. Selectors would take several times as long.
 */
export function walk(root: Node, visit: (node: ChildNode) => void): void {
  for (let node = root.firstChild; node !== null;) {
    const next: ChildNode | null = node.nextSibling
    visit(node)
    if (isElement(node) && node.parentNode === root) walk(node, visit)
    node = next
  }
}

/** The descendants that pass a test, in document order: in one walk, which selectors would take several times. */
export function findElements(root: Node, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = []
  walk(root, node => {
    if (isElement(node) && fits(node)) found.push(node)
  })
  return found
}

/** The elements that are not inside another one of them, in the given order. */
export function outermost(elements: Iterable<Element>): Element[] {
  const all = new Set(elements)
  return [...all].filter(element => !isInside(element, all))
}

/** Whether an ancestor of an element is one of the others. */
export function isInside(element: Element, others: ReadonlySet<Element>): boolean {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (others.has(outer)) return true
  }
  return false
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

export function isText(node: Node): node is Text {
  return node.nodeType === textNode
}

const elementNode = 1
const textNode = 3
