import { toIdentity, toRoute } from './identity.ts'
import { pageKind } from './page-kind.ts'
import type { Site } from './site.ts'

const urlCharsMax = 2048

/** A link of the site as it will be listed. */
export interface Link {
  /** Absolute, in the spelling of the site, without a fragment unless it is a route. */
  readonly href: string
  /** Equal for two spellings of one page. */
  readonly identity: string
  /** Whether the page behind it may hold links. */
  readonly page: boolean
}

/** Of two spellings of one page: the first, unless only the other is https. */
export function preferSpelling(first: string, other: string): string {
  return first.startsWith('http:') && other.startsWith('https:') ? other : first
}

/**
 * What a page or sitemap wrote, as a link of the site.
 * @returns null for other schemes and sites, assets and addresses that are too long or none
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
  const identity = toIdentity(url)
  const { href, hash } = url
  const spelling =
    toRoute(url) !== '' ? href : hash === '' && !href.endsWith('#') ? href : href.slice(0, href.indexOf('#'))
  return spelling.length > urlCharsMax ? null : { href: spelling, identity, page: kind === 'page' }
}
