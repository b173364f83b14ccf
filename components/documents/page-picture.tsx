'use client'
import { lazy, Suspense } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { PageOfBlocks } from '#lib/client/documents/page-blocks.ts'
import type { PictureKind } from '#lib/client/documents/picture-kind.ts'
import { toChunkAreas } from '#lib/client/documents/chunk-areas.ts'
import type { Box } from '#lib/client/documents/read-blocks.ts'
import { ImagePicture } from './image-picture.tsx'

const PdfPicture = lazy(() => import('./pdf-picture.tsx').then(module => ({ default: module.PdfPicture })))

/** A page as it looks, drawn from the local file, with a box around each block of its text. */
export function PagePicture({
  kind,
  file,
  shown,
  current,
  sureness,
  onChoose,
  onPointAt,
}: {
  kind: PictureKind
  file: File
  shown: PageOfBlocks
  current: number | null
  sureness: number
  onChoose: (id: number | null) => void
  onPointAt: (id: number) => void
}) {
  const { page, blocks, removed } = shown
  const areas = toChunkAreas(blocks)
  return (
    <div className="relative border border-line bg-white">
      <Suspense fallback={<div className="aspect-[3/4]" />}>
        {kind === 'pdf' ? <PdfPicture file={file} page={page} /> : <ImagePicture file={file} />}
      </Suspense>
      {removed.map(
        ({ box }, place) =>
          box && <span key={place} className="absolute border-t border-bad" style={toStrike(box)} />,
      )}
      {areas.map(({ chunk, box }, place) => (
        <span
          key={`area ${place}`}
          className={classNames(
            'absolute -m-px border-2',
            chunk % 2 === 0 ? 'border-accent' : 'border-dashed border-ok',
          )}
          style={toPlace(box)}
        >
          <span className="absolute -top-0.5 right-full mr-0.5 rounded-[2px] bg-panel px-1 text-xs leading-4 text-text">
            {chunk + 1}
          </span>
        </span>
      ))}
      {blocks.map(
        ({ id, box, text, confidence }) =>
          box && (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              data-block={`${page}-${id}`}
              aria-label={`Block ${id + 1}: ${text.slice(0, 60)}`}
              aria-pressed={id === current}
              onClick={() => onChoose(id)}
              onPointerEnter={() => onPointAt(id)}
              className={classNames(
                'absolute rounded-[2px] border border-transparent hover:border-accent',
                confidence !== null && confidence < sureness && 'border-warn bg-warn/20',
                id === current && 'border-accent bg-accent/20',
              )}
              style={toPlace(box)}
            />
          ),
      )}
    </div>
  )
}

function toPlace([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent(y0), width: percent(x1 - x0), height: percent(y1 - y0) }
}

function toStrike([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent((y0 + y1) / 2), width: percent(x1 - x0) }
}

function percent(share: number): string {
  return `${share * 100}%`
}
