const blocks: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
)
const apart: ReadonlySet<string> = new Set('P H1 H2 H3 H4 H5 H6 PRE TABLE UL OL BLOCKQUOTE'.split(' '))

/** The words of a page as a reader would copy them: lines for blocks, tabs between cells, `pre` as it is. */
export function toText(root: Node): string {
  const parts: string[] = []
  write(root, parts, false)
  return parts
    .join('')
    .replace(/[ \t]{2,}/g, run => (run.includes('\t') ? '\t' : ' '))
    .replace(/[ \t]?\n[ \t]?/g, '\n')
    .replaceAll(space, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Spaces of `pre` are kept through the tidying.
const space = '\ue000'

function write(node: Node, parts: string[], asIs: boolean): void {
  if (node.nodeType === 3) {
    const text = node.nodeValue ?? ''
    parts.push(asIs ? text.replaceAll(' ', space) : text.replace(/[\s--[\ufeff]]+/gv, ' '))
    return
  }
  const name = node.nodeName
  if (name === 'BR') return void parts.push('\n')
  const around = apart.has(name) ? '\n\n' : blocks.has(name) ? '\n' : ''
  parts.push(around)
  for (const child of node.childNodes) write(child, parts, asIs || name === 'PRE')
  parts.push(name === 'TD' || name === 'TH' ? '\t' : around)
}
