import type { Block } from '#lib/documents/blocks.ts'

const close: ReadonlySet<Block['type']> = new Set(['list_item', 'field'])

/** Separator of two blocks: list items, form fields and speech segments follow line by line. */
export function separatorBetween(before: Block, after: Block): string {
  if (before.origin === 'speech' && after.origin === 'speech') return '\n'
  return before.type === after.type && close.has(after.type) ? '\n' : '\n\n'
}
