import { plainText } from './plain-text.ts'
import { safeFrame } from './safe-frame.ts'
import type { RawDocument, SearchDocument, SearchKind } from './search-backend.ts'

const urlCharsMax = 2048
const titleCharsMax = 300
const contentCharsMax = 2000
const publishedCharsMax = 40
/** Kinds whose titles say enough alone. */
const titleIsEnough: ReadonlySet<SearchKind> = new Set(['videos', 'images', 'academic'])

/** A result as plain text with addresses that may be shown; null where nothing is left of it. */
export function cleanDocument(
  raw: RawDocument,
  place: { readonly backend: string; readonly rank: number; readonly kind: SearchKind },
): SearchDocument | null {
  const url = toPublicAddress(raw.url)
  if (url === undefined) return null
  const title = plainText(raw.title, titleCharsMax)
  const content = plainText(raw.content, contentCharsMax) || (titleIsEnough.has(place.kind) ? title : '')
  if (content === '') return null
  const published = plainText(raw.published ?? '', publishedCharsMax)
  const image = toPublicAddress(raw.image)
  const thumbnail = toPublicAddress(raw.thumbnail)
  const frame = place.kind === 'videos' ? safeFrame(raw.frame, url) : undefined
  return {
    title: title || new URL(url).hostname,
    url,
    content,
    ...(published !== '' && { published }),
    ...(image !== undefined && { image }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(frame !== undefined && { frame }),
    backend: place.backend,
    rank: place.rank,
  }
}

/** An http or https address without credentials; undefined for `javascript:`, `data:` and what is none. */
function toPublicAddress(address: string | undefined): string | undefined {
  if (address === undefined || address.length > urlCharsMax) return undefined
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}
