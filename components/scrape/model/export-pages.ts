import { readJson } from '#lib/read-json.ts'
import { toPageItems } from './page-item.ts'
import { isRead, type ScrapeRow } from './scrape-row.ts'

/** All read pages as one Markdown text, each under its title and URL. */
export function toPagesMarkdown(rows: readonly ScrapeRow[]): string {
  return toPageItems(rows)
    .map(({ title, url, text }) => `# ${title ?? url}\n\n<${url}>\n\n${text.trim()}\n`)
    .join('\n---\n\n')
}

/** All read pages as JSON lines, with all data from the API. */
export function toPagesJsonl(rows: readonly ScrapeRow[]): string {
  return rows
    .filter(isRead)
    .map(
      ({ address, run }) => `${JSON.stringify({ url: address, ...pageData(run?.response?.body ?? '') })}\n`,
    )
    .join('')
}

/** The API's data of a page, as formatted JSON. */
export function toPageJson({ run }: ScrapeRow): string {
  return JSON.stringify(pageData(run?.response?.body ?? ''), null, 2)
}

function pageData(body: string): object {
  const answer = readJson(body)
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
  return typeof data === 'object' && data !== null ? data : {}
}
