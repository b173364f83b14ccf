import type { OfficeContentNode } from 'officeparser'
import { type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import type { Span } from '#lib/documents/blocks.ts'
import { elementsOf, innerText, outermost, type XmlElement } from './xml-tree.ts'

export type SlideTables = ReadonlyMap<OfficeContentNode, LooseBlock>

const tableTags: ReadonlySet<string> = new Set(['a:tbl'])

/**
 * The tables of a slide by their node: officeparser loses line breaks, fields and merged cells in them. Empty if the
 * nodes do not match the tables of the slide.
 */
export function slideTables(nodes: readonly OfficeContentNode[], slide: XmlElement): SlideTables {
  const found = nodes.flatMap(tableNodes)
  if (found.length === 0) return new Map()
  const tables = outermost(slide, tableTags)
  if (tables.length !== found.length) return new Map()
  return new Map(found.map((node, index) => [node, toBlock(tables[index])]))
}

function tableNodes(node: OfficeContentNode): OfficeContentNode[] {
  return node.type === 'table' ? [node] : (node.children ?? []).flatMap(tableNodes)
}

function toBlock(table: XmlElement | undefined): LooseBlock {
  const spans: Span[] = []
  const rows = childrenOf(table, 'a:tr').map((row, at) =>
    childrenOf(row, 'a:tc').map((cell, column) => {
      const { rowSpan = '1', gridSpan = '1', hMerge, vMerge } = cell.attributes
      if (isOn(hMerge) || isOn(vMerge)) return ''
      const span = { row: at, column, rows: Number(rowSpan), columns: Number(gridSpan) }
      if (span.rows * span.columns > 1) spans.push(span)
      return childrenOf(childrenOf(cell, 'a:txBody')[0], 'a:p').map(lineOf).join('\n').trim()
    }),
  )
  return toTable(rows, spans)
}

function lineOf(paragraph: XmlElement): string {
  return elementsOf(paragraph)
    .map(each => {
      if (each.name === 'a:br') return '\n'
      if (each.name === 'a:r' || each.name === 'a:fld') return childrenOf(each, 'a:t').map(innerText).join('')
      return each.name === 'a:endParaRPr' || each.name === 'a:pPr' ? '' : innerText(each)
    })
    .join('')
}

function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent === undefined ? [] : elementsOf(parent).filter(child => child.name === name)
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
