import type { ScrapeFormat } from '#lib/contracts/api/scrape.ts'

/** The formats of a page; some are present only when requested. */
export const pageViews = [
  { name: 'markdown', label: 'Markdown', format: 'markdown' },
  { name: 'source', label: 'Source', format: 'markdown' },
  { name: 'text', label: 'Text', format: 'text' },
  { name: 'html', label: 'HTML', format: 'html' },
  { name: 'links', label: 'Links', format: 'links' },
  { name: 'metadata', label: 'Metadata', format: null },
  { name: 'raw', label: 'Raw', format: 'rawHtml' },
  { name: 'screenshot', label: 'Screenshot', format: 'screenshot' },
  { name: 'cleaning', label: 'Cleaning', format: 'markdown' },
] as const satisfies readonly { name: string; label: string; format: ScrapeFormat | null }[]

export type PageViewName = (typeof pageViews)[number]['name']
