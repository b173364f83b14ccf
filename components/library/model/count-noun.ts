import { formatCount } from '#lib/client/format.ts'

/** The kind of entry, for labels. */
export type ItemNoun = 'page' | 'document'

/** `1 page`, `12 documents`. */
export function countNoun(count: number, noun: ItemNoun): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
