/**
 * Visits what lies inside a node, in the order of the page. A visit may take its node out: nothing inside is visited
 * then. Selectors would find the same at several times the cost.
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
