import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode } from 'yaml'

/** Where a setting stands in the text; where it is missing, the nearest thing around it. */
export function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = startOf(document.contents)
  for (const key of path) {
    if (isAlias(node)) return offset
    if (isMap(node)) {
      const pair = node.items.find(item => isScalar(item.key) && item.key.value === key)
      if (pair === undefined) return offset
      offset = startOf(pair.key, offset)
      node = pair.value
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key]
      offset = startOf(node, offset)
    } else {
      return offset
    }
  }
  return offset
}

function startOf(node: unknown, otherwise = 0): number {
  return hasRange(node) ? (node.range?.[0] ?? otherwise) : otherwise
}

function hasRange(node: unknown): node is Node | ParsedNode {
  return typeof node === 'object' && node !== null && 'range' in node
}
