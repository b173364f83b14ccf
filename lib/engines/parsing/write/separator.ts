import type { Block } from '#lib/engines/parsing/blocks.ts'

const close: ReadonlySet<Block['type']> = new Set(['list_item', 'field'])

/** What stands between two blocks: items of a list and fields of a form follow each other line by line. */
export function separatorBetween(before: Block, after: Block): string {
  return before.type === after.type && close.has(after.type) ? '\n' : '\n\n'
}
