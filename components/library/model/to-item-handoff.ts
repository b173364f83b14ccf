import type { HandoffItem } from '#components/playground/handoff/model/handoff.ts'
import { itemPath } from './item-address.ts'
import type { StoredItem } from './read-item.ts'

/** Converts an item to a handoff, one entry per page, so that playgrounds can cite the page. */
export function toItemHandoff({ item, pages }: StoredItem, origin: string): readonly HandoffItem[] {
  const { id, title, url } = item
  const addressAt = (page: number) => url ?? `${origin}${itemPath(id, page)}`
  if (pages.length === 1)
    return pages.map(({ page, content }) => ({ text: content, title, url: addressAt(page) }))
  return pages.map(({ page, content }) => ({
    text: content,
    title: `${title}, page ${page}`,
    url: addressAt(page),
  }))
}
