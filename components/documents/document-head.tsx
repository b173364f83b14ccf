'use client'
import { TriangleAlert } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { type DocumentRow, mainRun } from '#lib/client/documents/document-row.ts'
import { pageNoun } from '#lib/client/documents/page-noun.ts'
import { readDocument } from '#lib/client/documents/read-document.ts'
import { toSizeWords } from '#lib/client/documents/size-words.ts'
import { formatBytes, formatMs, formatShare } from '#lib/client/format.ts'
import { DocumentActions } from './document-actions.tsx'
import { useDocumentsStore } from './documents-context.ts'

/** What document it is, what it weighs, and what there is to say of it. */
export function DocumentHead({ row, place }: { row: DocumentRow; place: number }) {
  const store = useDocumentsStore()
  const run = mainRun(row)
  const document = run && readDocument(run)
  if (!run || !document) return null
  const { ocrConfidence, ocrPages } = document
  const [noun, nouns] = pageNoun(document.blocks)
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line px-5 py-2.5 max-sm:px-3">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words">
          <bdi>{row.file.name}</bdi>
        </h2>
        <DocumentActions row={row} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
        {document.type && <span>{document.type}</span>}
        <span>{formatBytes(row.file.sizeBytes)}</span>
        <span>{toSizeWords(document)}</span>
        {ocrConfidence !== null && (
          <span className={ocrConfidence < 0.8 ? 'text-warn' : ''}>
            {ocrPages.length} {ocrPages.length === 1 ? 'page' : 'pages'} recognised,{' '}
            {formatShare(ocrConfidence)} sure
          </span>
        )}
        <span>{formatMs(run.timing.totalMs)}</span>
      </p>
      {document.warnings.map(({ code, message, pages }) => (
        <p key={`${code} ${message}`} className="flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {message}
            {pages.length > 0 && ` (${pages.length === 1 ? noun : nouns} ${toRanges(pages)})`}
          </span>
          {code === 'ocr_needed' && row.file.attached && (
            <Button
              variant="link"
              className="shrink-0 text-xs"
              onClick={() => store.retryWith(place, { enable_ocr: 'true' })}
            >
              Recognise the text
            </Button>
          )}
        </p>
      ))}
    </header>
  )
}

/** `1, 3–5, 9`; the first of many. */
function toRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && page <= last[1] + 1) last[1] = page
    else ranges.push([page, page])
  }
  const words = ranges.slice(0, 12).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return words.join(', ') + (ranges.length > 12 ? ' …' : '')
}
