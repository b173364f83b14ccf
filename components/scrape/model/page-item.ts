import type { HandoffItem } from '#components/playground/handoff/model/handoff.ts'
import { toText } from '#lib/client/json-value.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'
import { readPage } from './read-page.ts'
import { isRead, type ScrapeRow } from './scrape-row.ts'

/** A page for a handoff: its Markdown, otherwise its text, with title and URL. */
export function toPageItems(rows: readonly ScrapeRow[]): readonly HandoffItem[] {
  return rows.flatMap(row => {
    const page = isRead(row) && row.run ? readPage(row.run) : null
    if (page === null) return []
    const title = toPlainTitle(toText(page.metadata['title']) ?? '')
    const url = toText(page.metadata['url']) ?? row.address
    return [{ text: page.markdown ?? page.text ?? '', url, ...(title !== '' && { title }) }]
  })
}

/** The same, split at headings: each part starts with the headings above it, for context. */
export function toPageParts(rows: readonly ScrapeRow[]): readonly HandoffItem[] {
  return toPageItems(rows).flatMap(item => splitHeadings(item.text).map(text => ({ ...item, text })))
}

/**
 * Splits Markdown at its headings (`#` to `######`, outside of code). A part starts with its parent headings,
 * from the highest down; a part without text is dropped.
 */
export function splitHeadings(markdown: string): readonly string[] {
  const parts: string[] = []
  let above: { readonly level: number; readonly line: string }[] = []
  let lines: string[] = []
  let fence: string | null = null

  const close = () => {
    const text = lines.join('\n').trim()
    if (text !== '') parts.push([...above.map(({ line }) => line), text].join('\n\n'))
    lines = []
  }
  for (const line of markdown.split('\n')) {
    const marks = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (marks !== undefined) fence = fence === null ? marks : marks.startsWith(fence) ? null : fence
    const level = fence === null ? /^ {0,3}(#{1,6})\s+\S/.exec(line)?.[1]?.length : undefined
    if (level === undefined) {
      lines.push(line)
      continue
    }
    close()
    above = [...above.filter(each => each.level < level), { level, line: line.trim() }]
  }
  close()
  return parts
}
