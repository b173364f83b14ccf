interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

/**
 * A plugin that turns `<br>` in table cells into line breaks, the only way to write one there. HTML with attributes, and
 * all other, stays what it was.
 */
export function breakCells() {
  return (tree: MarkdownNode): void => {
    const open = [{ node: tree, inCell: false }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const inCell = next.inCell || next.node.type === 'tableCell'
      for (const node of next.node.children ?? []) {
        if (inCell && node.type === 'html' && /^<br\s*\/?>$/iu.test(node.value ?? '')) toBreak(node)
        else open.push({ node, inCell })
      }
    }
  }
}

function toBreak(node: MarkdownNode): void {
  node.type = 'break'
  delete node.value
}
