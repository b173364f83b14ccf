import { readJson } from '#lib/client/read-json.ts'
import { toPageItems } from './page-item.ts'
import { isRead, type ScrapeRow } from './scrape-row.ts'

/** Every page that was read as one Markdown text, each with its title and address before it. */
export function toPagesMarkdown(rows: readonly ScrapeRow[]): string {
  return toPageItems(rows)
    .map(({ title, url, text }) => `# ${title ?? url}\n\n<${url}>\n\n${text.trim()}\n`)
    .join('\n---\n\n')
}

/** Every page that was read as a line of JSON, with all that the API sent. */
export function toPagesJsonl(rows: readonly ScrapeRow[]): string {
  return rows
    .filter(isRead)
    .map(
      ({ address, run }) => `${JSON.stringify({ url: address, ...pageData(run?.response?.body ?? '') })}\n`,
    )
    .join('')
}

/** What the API sent of a page, as JSON that can be read. */
export function toPageJson({ run }: ScrapeRow): string {
  return JSON.stringify(pageData(run?.response?.body ?? ''), null, 2)
}

/** A name for a file of this page, from its host and path, without an extension. */
export function toFileName(address: string): string {
  const url = URL.parse(address)
  const name = `${url?.host ?? ''}${url?.pathname ?? address}`.replace(/\.(html?|php|aspx?)$/i, '')
  return (
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'page'
  )
}

function pageData(body: string): object {
  const answer = readJson(body)
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
  return typeof data === 'object' && data !== null ? data : {}
}
