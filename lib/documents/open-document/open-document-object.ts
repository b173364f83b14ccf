import { type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import { childOf, elementsOf, innerText, outermost, type XmlElement } from '#lib/documents/office/xml-tree.ts'

const titleTags: ReadonlySet<string> = new Set(['chart:title', 'chart:subtitle'])
const rowTags: ReadonlySet<string> = new Set(['table:table-row'])
const annotationTags: ReadonlySet<string> = new Set(['math:annotation'])

/** An embedded chart as its titles and data, or a formula as its source. Other objects are shown as pictures. */
export function openDocumentObject(content: XmlElement): LooseBlock[] {
  if (content.name === 'math:math') return formulaBlocks(content)
  const chart = childOf(childOf(childOf(content, 'office:body'), 'office:chart'), 'chart:chart')
  return chart === undefined ? [] : chartBlocks(chart)
}

function formulaBlocks(formula: XmlElement): LooseBlock[] {
  const [source] = outermost(formula, annotationTags)
  const text = innerText(source ?? formula)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [{ type: 'paragraph', text }]
}

function chartBlocks(chart: XmlElement): LooseBlock[] {
  const [title, ...axes] = [
    textOf(childOf(chart, 'chart:title')),
    ...outermost(chart, titleTags)
      .filter(each => each !== childOf(chart, 'chart:title'))
      .map(textOf),
  ]
  const rows = outermost(chart, rowTags).map(row => elementsOf(row).map(textOf))
  if (rows.length === 0 && [title, ...axes].every(text => text === '')) return []
  const head = [title === '' ? 'Chart' : `Chart: ${title}`, ...axes].filter(Boolean).join('. ')
  const table = toTable(rows)
  return [{ type: 'paragraph', text: head }, ...(table.text === '' ? [] : [table])]
}

function textOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : innerText(element).replaceAll(/\s+/g, ' ').trim()
}
