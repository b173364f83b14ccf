import type { Block, Origin } from './blocks.ts'

/** A block without what its place gives it. */
export type LooseBlock = Omit<Block, 'headings' | 'origin'> & { readonly origin?: Origin }

/** Gathers blocks in reading order and gives each the headings it stands under. */
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

  /** What follows stands under none of the headings so far: another slide, sheet or chapter. */
  leaveHeadings(): void {
    this.#path.length = 0
  }
}

/** A table's text: cells divided by tabs, rows by newlines; empty where no cell says anything. */
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
