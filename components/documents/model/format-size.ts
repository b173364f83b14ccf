import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { pageNoun } from './views/page-noun.ts'
import type { DocumentContent } from './read-document.ts'

/** Size of a document: pages if known, and tokens; with ≈ when not counted by the API. */
export function formatSize({ text, pages, chunks, blocks, segments, warnings }: DocumentContent): string {
  // Unread pages are reported by a warning.
  const seen = [...blocks.map(({ page }) => page), ...warnings.flatMap(warning => warning.pages)]
  const last = seen.reduce((most, page) => Math.max(most, page), 0)
  const pageCount = segments.length > 0 ? 0 : (pages?.length ?? last)
  const [one, many] = pageNoun(blocks)
  const lacksOcr = warnings.some(({ code }) => code === 'ocr_needed')
  const parts = [
    pageCount > 0 && formatCountOf(pageCount, one, many),
    chunks && formatCountOf(chunks.length, 'chunk'),
    // A count of 0 would look like a result.
    text === '' ? (lacksOcr ? 'no text without OCR' : 'no text') : formatToken({ text, pages, chunks }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const charactersPerToken = 4

/** `≈ 1,200 tok`; empty when unknown. */
export function formatToken({
  text,
  pages,
  chunks,
}: Pick<DocumentContent, 'text' | 'pages' | 'chunks'>): string {
  const counted = (chunks ?? pages ?? []).map(({ tokens }) => tokens ?? 0)
  const sum = counted.reduce((total, tokens) => total + tokens, 0)
  if (sum > 0) return `${formatCount(sum)} tok`
  return text === null ? '' : `≈ ${formatCount(Math.ceil(text.length / charactersPerToken))} tok`
}
