import type { ImportOutcome } from './text-table.ts'

/** From the file worker to the page. */
export type ImportReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'outcome'; readonly outcome: ImportOutcome }
