'use client'
import { lazy, Suspense } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { PageOfBlocks } from '#lib/client/documents/page-blocks.ts'
import type { PictureKind } from '#lib/client/documents/picture-kind.ts'
import { toHeat, toPlace, toStrike } from './box-style.ts'
import { ChunkAreas } from './chunk-areas.tsx'
import { ImagePicture } from './image-picture.tsx'

const PdfPicture = lazy(() => import('./pdf-picture.tsx').then(module => ({ default: module.PdfPicture })))

/** A page as it looks, drawn from the local file, with a box around each block of its text. */
export function PagePicture({
  kind,
  file,
  password,
  enlarged,
  shown,
  current,
  sureness,
  onChoose,
  onPointAt,
}: {
  kind: PictureKind
  file: File
  password: string
  /** Twice as wide as its place, which scrolls. */
  enlarged: boolean
  shown: PageOfBlocks
  current: number | null
  sureness: number
  onChoose: (id: number | null) => void
  onPointAt: (id: number) => void
}) {
  const { page, blocks, removed } = shown
  return (
    <div className={classNames('relative border border-line bg-white', enlarged && 'w-[200%]')}>
      <Suspense fallback={<div className="aspect-[3/4]" />}>
        {kind === 'pdf' ? (
          <PdfPicture file={file} password={password} page={page} />
        ) : (
          <ImagePicture file={file} />
        )}
      </Suspense>
      {removed.map(
        ({ box }, place) =>
          box && <span key={place} className="absolute border-t border-bad" style={toStrike(box)} />,
      )}
      <ChunkAreas blocks={blocks} />
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
                confidence !== null && confidence < sureness && 'border-warn',
                id === current && 'border-accent bg-accent/20',
              )}
              style={{ ...toPlace(box), ...(confidence !== null && id !== current && toHeat(confidence)) }}
            />
          ),
      )}
    </div>
  )
}
