'use client'
import { LongText } from '#components/playground/long-text.tsx'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import type { DocumentContent } from '#lib/client/documents/read-document.ts'
import { ImagesList } from './images-list.tsx'
import { Recording } from './recording.tsx'
import { RemovedLines } from './removed-lines.tsx'

/** The text as the API gave it; of a recording with the places that it was said at. */
export function TextView({ document, row }: { document: DocumentContent; row: DocumentRow }) {
  const { text, segments, images, removed } = document
  return (
    <div className="flex flex-col gap-4">
      {removed.length > 0 && <RemovedLines removed={removed} />}
      {images.length > 0 && <ImagesList images={images} />}
      {segments.length > 0 ? (
        <Recording segments={segments} file={row.file} />
      ) : (
        <LongText text={text ?? ''} />
      )}
      {text === '' && <p className="text-muted">No text was read from the document.</p>}
    </div>
  )
}
