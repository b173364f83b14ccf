import { libraryBytesMax, libraryItemsMax, libraryTextBytesMax } from '#lib/contracts/api/library-item.ts'
import { foldText } from '#lib/capabilities/search-words.ts'
import type { LibraryReceipt } from './library-receipt.ts'
import type { LibraryStore, PageText } from './library-store.ts'
import { createHash } from 'node:crypto'
import { base62Digits } from '#lib/base62.ts'
import { newId } from '#lib/capabilities/new-id.ts'
import { toIdentity } from '#lib/web/crawl/identity.ts'

/** A page or document as read. */
export interface LibraryText {
  /** The owner; null: the operator. An existing item keeps its owner. */
  readonly ownerId: string | null
  /** The key whose budget is charged for indexing; null: none. */
  readonly keyId: string | null
  readonly kind: 'page' | 'document'
  readonly title: string
  /** http or https, without credentials; null: no URL. */
  readonly url: string | null
  /** Of the file, hexadecimal. */
  readonly sha256: string | null
  /** The identity of a text without URL and file; absent: each is an item of its own. */
  readonly noteKey?: string
  readonly collection: string
  /** Markdown or plain text, in order. */
  readonly texts: readonly PageText[]
}

/**
 * Writes a text into a team's library, replacing the item of the same URL or file. Indexing runs in the
 * background.
 */
export type SaveToLibrary = (teamId: string, text: LibraryText) => Promise<LibraryReceipt>

export interface Quota {
  readonly items: number
  readonly sizeBytes: number
}

export const defaultQuota: Quota = { items: libraryItemsMax, sizeBytes: libraryBytesMax }

const titleCharsMax = 500

/** @param wake notifies the indexer */
export function createSaveToLibrary(store: LibraryStore, wake: () => void, quota: Quota): SaveToLibrary {
  return async (teamId, { noteKey, ...text }) => {
    const sizeBytes = text.texts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    if (sizeBytes > libraryTextBytesMax) return { kept: false, reason: 'too_large' }
    const { url, sha256 } = text
    const id = itemIdOf(teamId, { url, sha256, ...(noteKey !== undefined && { noteKey }) })
    // The replaced item does not count.
    const held = await store.measure(teamId, id)
    if (held.items >= quota.items || held.sizeBytes + sizeBytes > quota.sizeBytes) {
      return { kept: false, reason: 'quota' }
    }
    const title = text.title.trim().replaceAll(/\s+/g, ' ').slice(0, titleCharsMax) || 'Untitled'
    await store.save({
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

/** The identity of an item: a page's URL, a file's hash or a note's key; without them, each item is unique. */
interface ItemOrigin {
  readonly url: string | null
  readonly sha256: string | null
  readonly noteKey?: string
}

const prefix = 'lib_'
const idDigits = 24

/**
 * The id of an item, stable per team for the same URL or file: saving it again replaces it, and links remain
 * valid. Other teams get another id.
 */
export function itemIdOf(teamId: string, { url, sha256, noteKey }: ItemOrigin): string {
  if (url !== null) return derive(teamId, `url ${toIdentity(new URL(url))}`)
  if (sha256 !== null) return derive(teamId, `sha256 ${sha256}`)
  if (noteKey !== undefined) return derive(teamId, `note ${noteKey}`)
  return newId(prefix, idDigits)
}

function derive(teamId: string, origin: string): string {
  const hash = createHash('sha256').update(`${teamId} ${origin}`).digest('hex')
  let rest = BigInt(`0x${hash}`)
  let digits = ''
  for (let at = 0; at < idDigits; at++) {
    digits += base62Digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return prefix + digits
}
