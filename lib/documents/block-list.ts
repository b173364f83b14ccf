import type { Block, Origin, Span } from './blocks.ts'
import { parseLimits } from './limits.ts'
import { parseError } from './parse-error.ts'

/** A block without position-dependent fields. */
export type LooseBlock = Omit<Block, 'headings' | 'origin'> & { readonly origin?: Origin }

/** Collects blocks in reading order and assigns their headings. */
export class BlockList {
  readonly blocks: Block[] = []
  readonly #path: { readonly level: number; readonly text: string }[] = []

  add(block: LooseBlock): void {
    if (block.text.trim() === '') return
    const { level } = block
    if (block.type === 'heading' && level !== undefined) {
      while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop()
    }
    this.blocks.push({ origin: 'text', ...block, headings: this.#path.map(heading => heading.text) })
    if (block.type === 'heading' && level !== undefined) {
      this.#path.push({ level, text: block.markdown ?? block.text })
    }
  }

  /** Resets the headings: the next slide, sheet or chapter. */
  leaveHeadings(): void {
    this.#path.length = 0
  }
}

/**
 * A table; rows that are shorter than others end with empty cells.
 * @throws ApiError `too_complex`: one long row among many short ones would take gigabytes
 */
export function toTable(rows: readonly (readonly string[])[], spans: readonly Span[] = []): LooseBlock {
  const width = widthOf(rows)
  if (rows.length * width > parseLimits.cells) {
    throw parseError('too_complex', 'has a table with too many cells. Split it into smaller files.')
  }
  const full = rows.map(row => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return { type: 'table', text: tableText(full), rows: full, ...(spans.length > 0 && { spans }) }
}

/** The number of columns of a table, which may have more rows than a function can have arguments. */
export function widthOf(rows: readonly (readonly unknown[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0)
}

/** Text of a table: cells separated by tabs, rows by newlines; empty if all cells are. */
export function tableText(rows: readonly (readonly string[])[]): string {
  if (rows.every(row => row.every(cell => cell.trim() === ''))) return ''
  return rows
    .map(row =>
      row
        .map(cell => cell.replaceAll(/\s+/g, ' ').trim())
        .join('\t')
        .trimEnd(),
    )
    .join('\n')
}
