'use client'

import { lazy, Suspense, useEffect, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { PageOfBlocks, PageBlock } from './model/views/page-blocks.ts'
import type { PictureKind } from './model/files/picture-kind.ts'
import { showBytes } from './show-bytes.ts'
import { toChunkAreas } from './model/views/chunk-areas.ts'
import type { Box } from './model/views/read-blocks.ts'

const PdfPicture = lazy(() => import('./pdf-picture.tsx').then(module => ({ default: module.PdfPicture })))

/** A rendered page of the local file, with a box around each text block. */
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
  /** Twice the width of its container, which scrolls. */
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
        ({ box }, index) =>
          box && <span key={index} className="absolute border-t border-bad" style={toStrike(box)} />,
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
                'absolute rounded-[2px] border border-transparent hover:border-accent-text',
                confidence !== null && confidence < sureness && 'border-warn',
                id === current && 'border-accent-text bg-accent-soft',
              )}
              style={{ ...toStyle(box), ...(confidence !== null && id !== current && toHeat(confidence)) }}
            />
          ),
      )}
    </div>
  )
}

/** An image rendered by the browser. */
function ImagePicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (image.current !== null) return showBytes(image.current, file)
  }, [file])
  // oxlint-disable-next-line nextjs/no-img-element -- inline bytes, nothing to optimize
  return <img ref={image} alt={file.name} className="block w-full" />
}

/** Chunk borders on the page image; chunks that start at the same position share their label. */
function ChunkAreas({ blocks }: { blocks: readonly PageBlock[] }) {
  const areas = toChunkAreas(blocks)
  const starts = Map.groupBy(areas, ({ box: [left, top] }) => `${left.toFixed(2)} ${top.toFixed(2)}`)
  return (
    <>
      {areas.map(({ chunk, box }, index) => (
        <span
          key={index}
          className={classNames(
            'absolute -m-px border-2',
            chunk % 2 === 0 ? 'border-accent-text' : 'border-dashed border-ok',
          )}
          style={toStyle(box)}
        />
      ))}
      {[...starts].map(([start, [first, ...others]]) => {
        if (first === undefined) return null
        const { left, top } = toStyle(first.box)
        return (
          <span
            key={start}
            className="absolute -translate-x-full rounded-[2px] bg-card px-1 text-xs leading-4 whitespace-nowrap text-text"
            style={{ left, top }}
          >
            {[first, ...others].map(({ chunk }) => chunk + 1).join(', ')}
          </span>
        )
      })}
    </>
  )
}

/** Position of a box on the page image. */
function toStyle([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent(y0), width: percent(x1 - x0), height: percent(y1 - y0) }
}

/** A line through the middle of a box. */
function toStrike([x0, y0, x1, y1]: Box) {
  return { left: percent(x0), top: percent((y0 + y1) / 2), width: percent(x1 - x0) }
}

/** Lower confidence is warmer. */
function toHeat(confidence: number) {
  return { background: `color-mix(in oklab, var(--warn) ${percent(1 - confidence)}, transparent)` }
}

function percent(share: number): string {
  return `${share * 100}%`
}
