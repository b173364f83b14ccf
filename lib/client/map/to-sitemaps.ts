import type { MapLink } from './map-link.ts'
import { readDay } from './read-day.ts'
import { splitAddress } from './split-address.ts'

// Limits of the protocol, of one file. @see https://www.sitemaps.org/protocol.html
const linksMax = 50_000
const bytesMax = 50 * 1024 * 1024

export interface SitemapFile {
  readonly name: string
  readonly text: string
}

/**
 * Links as a sitemap: one file, or as many as they need and the index of these, which comes first. The index names its
 * files at the root of the first link's host.
 */
export function toSitemaps(
  links: readonly MapLink[],
  limits = { linksMax, bytesMax },
): readonly SitemapFile[] {
  const parts = cut(links.map(toEntry), limits)
  const [only] = parts
  if (parts.length < 2) return [{ name: 'sitemap.xml', text: wrap('urlset', only ?? []) }]
  const { scheme, host } = splitAddress(links[0]?.url ?? '')
  const files = parts.map((entries, at) => ({ name: `sitemap-${at + 1}.xml`, text: wrap('urlset', entries) }))
  const index = files.map(
    ({ name }) => `<sitemap><loc>${escapeXml(`${scheme}//${host}/${name}`)}</loc></sitemap>\n`,
  )
  return [{ name: 'sitemap.xml', text: wrap('sitemapindex', index) }, ...files]
}

function cut(
  entries: readonly string[],
  { linksMax: most, bytesMax: bytes }: { readonly linksMax: number; readonly bytesMax: number },
): readonly (readonly string[])[] {
  const parts: string[][] = []
  let part: string[] = []
  let size = wrap('urlset', []).length
  for (const entry of entries) {
    // A character of an address may take three bytes.
    const entrySize = entry.length * 3
    if (part.length === most || (part.length > 0 && size + entrySize > bytes)) {
      parts.push(part)
      part = []
      size = wrap('urlset', []).length
    }
    part.push(entry)
    size += entrySize
  }
  return [...parts, part]
}

function toEntry({ url, lastmod }: MapLink): string {
  // A date that is none would make the whole file invalid.
  const date =
    lastmod !== null && readDay(lastmod) !== null ? `<lastmod>${escapeXml(lastmod.trim())}</lastmod>` : ''
  return `<url><loc>${escapeXml(url)}</loc>${date}</url>\n`
}

function wrap(element: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${namespace}">\n`
  return `${head}${entries.join('')}</${element}>\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  // XML knows neither most control characters nor halves of a pair, not even escaped.
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, character => entities[character] ?? character)
}
