import { toDocumentIdentity, toRoute } from './identity.ts'
import type { Site } from './site.ts'

const urlCharsMax = 2048

/** A link of the site, as listed. */
export interface Link {
  /** Absolute, in the site's spelling, without a fragment unless it is a route. */
  readonly href: string
  /** Equal for two spellings of one page. */
  readonly identity: string
  /** Its fragment if it is a route of an application, otherwise empty. */
  readonly route: string
  /** Whether the page may have links. */
  readonly page: boolean
}

/** Of two spellings of one page: the first, unless only the other is https. */
export function preferSpelling(first: string, other: string): string {
  return first.startsWith('http:') && other.startsWith('https:') ? other : first
}

/**
 * Parses a link from a page or sitemap.
 * @returns null for other schemes and sites, assets, and invalid or overlong URLs
 */
export function readLink(text: string, base: string, site: Site): Link | null {
  if (text.length > urlCharsMax) return null
  const url = URL.parse(text, base)
  return url === null ? null : toLink(url, site)
}

export function toLink(url: URL, site: Site): Link | null {
  if (!site.contains(url) || url.username !== '' || url.password !== '') return null
  const kind = pageKind(url)
  if (kind === 'asset') return null
  const route = toRoute(url)
  const identity = `${toDocumentIdentity(url)}${route}`
  const { href, hash } = url
  const spelling =
    route !== '' ? href : hash === '' && !href.endsWith('#') ? href : href.slice(0, href.indexOf('#'))
  return spelling.length > urlCharsMax ? null : { href: spelling, identity, route, page: kind === 'page' }
}

const assets = new Set(
  (
    'css js mjs map json5 png jpg jpeg jpe gif svg ico webp avif bmp tif tiff heic woff woff2 ttf otf eot ' +
    'mp3 m4a aac ogg oga opus wav flac mp4 m4v mkv mov avi wmv webm ogv mpg mpeg zip gz tgz bz2 xz 7z rar tar zst ' +
    'exe msi dmg pkg deb rpm apk iso img bin jar war wasm swf torrent'
  ).split(' '),
)
const documents = new Set(
  'pdf doc docx odt rtf txt md csv tsv xls xlsx ods ppt pptx odp epub xml rss atom json'.split(' '),
)

/** Classifies a URL by its extension: assets are skipped, documents are listed and have no links. */
function pageKind(url: URL): 'page' | 'document' | 'asset' {
  const { pathname } = url
  const dot = pathname.lastIndexOf('.')
  if (dot === -1 || dot < pathname.lastIndexOf('/')) return 'page'
  const extension = pathname.slice(dot + 1).toLowerCase()
  if (assets.has(extension)) return 'asset'
  return documents.has(extension) ? 'document' : 'page'
}
