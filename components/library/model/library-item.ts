import { toText } from '#lib/client/json-value.ts'
import { fieldOf } from '#lib/client/console-answer.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

// Another server may say less of an item: without these there is nothing to show.
export function isItem(value: unknown): value is LibraryItem {
  return toText(fieldOf(value, 'id')) !== null && toText(fieldOf(value, 'title')) !== null
}
