import { toCsvCell } from '#lib/client/csv-cell.ts'
import type { MapLink } from './map-link.ts'
import { toSitemaps } from './to-sitemaps.ts'

/** A file to save. */
export interface LinkFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

export const linkFormats = ['csv', 'json', 'txt', 'xml'] as const
export type LinkFormat = (typeof linkFormats)[number]

/** Writes links as files; more than one only where a sitemap would hold more than its protocol allows. */
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

/** One address a line. */
export function toLines(links: readonly MapLink[]): string {
  return links.map(({ url }) => `${url}\n`).join('')
}

/** A bullet each, with the title where one is known; nothing in a title is read as Markdown. */
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
  return [header, ...rows].map(row => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number | null): string {
  if (value === null) return ''
  return typeof value === 'number' ? String(value) : toCsvCell(value)
}

/** As the API's details have them: what is not known is left out. */
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
