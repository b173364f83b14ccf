import { libraryBytesMax, libraryItemsMax, libraryTextBytesMax } from '#lib/contracts/api/library-item.ts'
import { foldText } from '#lib/capabilities/search-words.ts'
import { itemIdOf } from './item-id.ts'
import type { LibraryReceipt } from './library-receipt.ts'
import type { LibraryStore, PageText } from './library-store.ts'

/** A page or document as it was read. */
export interface KeptText {
  /** Who keeps it; null: the operator. What is there already stays whose it is. */
  readonly ownerId: string | null
  /** Whose budget indexing it is charged to; null: nobody's. */
  readonly keyId: string | null
  readonly kind: 'page' | 'document'
  readonly title: string
  /** http or https, without credentials; null: it has no address of its own. */
  readonly url: string | null
  /** Of the file, hexadecimal. */
  readonly sha256: string | null
  readonly collection: string
  /** Markdown or plain text, in order. */
  readonly texts: readonly PageText[]
}

/**
 * Writes a text into a team's library, in the place of what came from the same address or file. It is found once it is
 * indexed, which nobody waits for.
 */
export type KeepInLibrary = (teamId: string, text: KeptText) => Promise<LibraryReceipt>

export interface Quota {
  readonly items: number
  readonly sizeBytes: number
}

export const usualQuota: Quota = { items: libraryItemsMax, sizeBytes: libraryBytesMax }

const titleCharsMax = 500

/** @param wake there is something to index */
export function createKeepInLibrary(store: LibraryStore, wake: () => void, quota: Quota): KeepInLibrary {
  return async (teamId, text) => {
    const sizeBytes = text.texts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    if (sizeBytes > libraryTextBytesMax) return { kept: false, reason: 'too_large' }
    const id = itemIdOf(teamId, text)
    // What it replaces makes room for it.
    const held = await store.measure(teamId, id)
    if (held.items >= quota.items || held.sizeBytes + sizeBytes > quota.sizeBytes) {
      return { kept: false, reason: 'quota' }
    }
    const title = text.title.trim().replaceAll(/\s+/g, ' ').slice(0, titleCharsMax) || 'Untitled'
    await store.keep({
      ...text,
      id,
      teamId,
      title,
      foldedTitle: foldText(title),
      host: text.url === null ? null : new URL(text.url).hostname,
    })
    wake()
    return { kept: true, id }
  }
}
