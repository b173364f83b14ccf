import { type DocumentRow, isRead } from './document-row.ts'
import type { DocumentBlock } from './views/read-blocks.ts'
import { type DocumentContent, readDocument } from './read-document.ts'
import type { EntryContent, LibraryEntry } from '#components/library/model/add-entry.ts'

type Page = { readonly page: number; readonly content: string }

const titleLengthMax = 500

/** Converts parsed documents to entries, split by page if the pages are known. */
export function toDocumentEntries(rows: readonly DocumentRow[]): readonly LibraryEntry[] {
  return rows.filter(isRead).flatMap(row => {
    const content = toContent(row)
    if (content === null) return []
    return [
      {
        kind: 'text',
        title: row.file.name.slice(0, titleLengthMax),
        content,
        url: null,
        sha256: row.file.sha256,
      },
    ]
  })
}

/** Uses the most complete format: Markdown has tables, chunks can overlap. */
function toContent({ runs }: Pick<DocumentRow, 'runs'>): EntryContent | null {
  for (const run of [runs.markdown, runs.pages, runs.text, runs.embeddings]) {
    const document = run ? readDocument(run) : null
    const pages = document === null ? [] : toPages(document).filter(({ content }) => content.trim() !== '')
    const [first] = pages
    if (first !== undefined)
      return pages.length === 1 && first.page === 1 ? { text: first.content } : { pages }
  }
  return null
}

function toPages({ pages, text, chunks, blocks }: DocumentContent): readonly Page[] {
  if (pages !== null) return pages.map(({ page, content }) => ({ page, content }))
  if (text !== null) return cutAtPages(text, blocks)
  const byPage = Map.groupBy(chunks ?? [], ({ fromPage }) => fromPage)
  return Array.from(byPage, ([page, parts]) => ({
    page,
    content: parts.map(({ content }) => content).join('\n\n'),
  }))
}

/** The text split at the first block of each page; one text if the pages are out of order. */
function cutAtPages(text: string, blocks: readonly DocumentBlock[]): readonly Page[] {
  const starts = new Map<number, number>()
  for (const { page, start } of blocks) starts.set(page, Math.min(start, starts.get(page) ?? start))
  const cuts = Array.from(starts, ([page, start]) => ({ page, start })).toSorted((a, b) => a.start - b.start)
  const inOrder = cuts.every(({ page }, at) => page > (cuts[at - 1]?.page ?? 0))
  if (!inOrder || cuts.length < 2) return [{ page: 1, content: text }]
  return cuts.map(({ page, start }, at) => ({
    page,
    content: text.slice(at === 0 ? 0 : start, cuts[at + 1]?.start ?? text.length).trim(),
  }))
}
