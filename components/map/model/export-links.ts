import { toCsvLine } from '#lib/client/csv-cell.ts'
import type { MapLink } from './map-link.ts'
import { readDay } from './read-day.ts'
import { splitAddress } from './split-address.ts'

/** A file for download. */
export interface LinkFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

export const linkFormats = ['csv', 'json', 'txt', 'xml'] as const
export type LinkFormat = (typeof linkFormats)[number]

/** Exports links as files; several only when a sitemap would exceed the limits of its protocol. */
export function exportLinks(links: readonly MapLink[], format: LinkFormat): readonly LinkFile[] {
  switch (format) {
    case 'csv':
      return [{ name: 'links.csv', type: 'text/csv', text: toCsv(links) }]
    case 'json':
      return [{ name: 'links.json', type: 'application/json', text: toJson(links) }]
    case 'txt':
      return [{ name: 'links.txt', type: 'text/plain', text: toLines(links) }]
    case 'xml':
      return toSitemaps(links).map(({ name, text }) => ({ name, type: 'application/xml', text }))
  }
}

/** One URL per line. */
export function toLines(links: readonly MapLink[]): string {
  return links.map(({ url }) => `${url}\n`).join('')
}

/** A bullet each, with the title if known; titles are escaped. */
export function toMarkdownList(links: readonly MapLink[]): string {
  return links
    .map(({ url, title }) =>
      title === null
        ? `- <${toDestination(url)}>\n`
        : `- [${escapeMarkdown(title)}](<${toDestination(url)}>)\n`,
    )
    .join('')
}

function toCsv(links: readonly MapLink[]): string {
  const header = ['url', 'source', 'depth', 'lastmod', 'title']
  const rows = links.map(({ url, source, depth, lastmod, title }) => [url, source, depth, lastmod, title])
  return [header, ...rows].map(toCsvLine).join('')
}

/** In the format of the API's details: unknown values are omitted. */
function toJson(links: readonly MapLink[]): string {
  const known = links.map(link =>
    Object.fromEntries(Object.entries(link).filter(([, value]) => value !== null)),
  )
  return `${JSON.stringify(known, null, 2)}\n`
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>&]/g, '\\$&')
}

function toDestination(url: string): string {
  return url.replace(/[<>\s]/g, encodeURIComponent)
}

// Limits of the protocol per file. @see https://www.sitemaps.org/protocol.html
const linksMax = 50_000
const bytesMax = 50 * 1024 * 1024

interface SitemapFile {
  readonly name: string
  readonly text: string
}

/**
 * Links as a sitemap: one file, or several with an index file first. The index refers to its files at the
 * root of the first link's host.
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
    // A character of a URL may take three bytes.
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
  // An invalid date would make the whole file invalid.
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
  // XML allows neither most control characters nor lone surrogates, not even escaped.
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, character => entities[character] ?? character)
}
