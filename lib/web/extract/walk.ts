/**
 * Visits the descendants of a node in document order. A visit may remove its node: its descendants are skipped
 * then. Selectors would take several times as long.
 */
export function walk(root: Node, visit: (node: ChildNode) => void): void {
  for (let node = root.firstChild; node !== null;) {
    const next: ChildNode | null = node.nextSibling
    visit(node)
    if (node.nodeType === elementNode && node.parentNode === root) walk(node, visit)
    node = next
  }
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

const elementNode = 1
