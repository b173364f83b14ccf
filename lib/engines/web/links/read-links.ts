import type { SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import { type Link, preferSpelling, readLink } from '#lib/engines/web/url-identity/read-link.ts'
import { takeTurn } from '#lib/engines/web/turns/take-turn.ts'
import type { Site } from '#lib/engines/web/url-identity/site.ts'
import { readNextLinks } from './link-header.ts'
import { LinkReader } from './link-reader.ts'
import { readText } from './read-text.ts'

/** A page as far as a map needs it. */
export interface PageLinks {
  /** Of this site, absolute, one per page that they lead to, in the order of the page. */
  readonly links: readonly (Link & { readonly text: string })[]
  readonly title: string
  /** Whether there were more links than are read. */
  readonly cut: boolean
}

const htmlTypes = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i
/** Of what is no page, or could not be read. */
export const noLinks: PageLinks = { links: [], title: '', cut: false }
const perTurn = 200

/**
 * Reads the links of an answer while its body arrives; what is not HTML has none, and is not read.
 * @param texts whether the texts of anchors are wanted
 * @throws ApiError when the body breaks off, is too large or too slow
 */
export async function readLinks(response: SafeResponse, site: Site, texts: boolean): Promise<PageLinks> {
  const type = response.headers['content-type']
  if (typeof type === 'string' && !htmlTypes.test(type)) {
    response.abort()
    return noLinks
  }
  const reader = new LinkReader(texts)
  for await (const piece of readText(response)) reader.write(piece)
  const { base, links: raw, title, cut } = reader.end()
  const baseUrl = URL.parse(base ?? '', response.url)?.href ?? response.url
  const links = new Map<string, Link & { href: string; text: string }>()
  const written = [...readNextLinks(response.headers['link']).map(href => ({ href, text: '' })), ...raw]
  for (const [at, { href, text }] of written.entries()) {
    // A page of a hundred thousand links must not keep everybody waiting.
    if (at > 0 && at % perTurn === 0) await takeTurn()
    const link = readLink(href, baseUrl, site)
    if (link === null) continue
    const known = links.get(link.identity)
    if (known === undefined) {
      links.set(link.identity, { ...link, text })
      continue
    }
    known.href = preferSpelling(known.href, link.href)
    if (known.text === '') known.text = text
  }
  return { links: [...links.values()], title, cut }
}
