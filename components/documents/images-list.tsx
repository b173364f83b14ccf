'use client'
import type { DocumentImage } from '#lib/client/documents/read-document.ts'
import { formatCount } from '#lib/client/format.ts'

const shownMax = 100

/** The images of a document; drawn where their bytes were asked for. */
export function ImagesList({ images }: { images: readonly DocumentImage[] }) {
  return (
    <section aria-label="Images" className="flex flex-col gap-2">
      <h3 className="text-xs text-muted">
        {formatCount(images.length)} {images.length === 1 ? 'image' : 'images'}
      </h3>
      <ul className="flex flex-wrap gap-2 text-xs text-muted">
        {images.slice(0, shownMax).map(({ page, index, mime, width, height, data }) => (
          <li
            key={`${page} ${index}`}
            className="flex max-w-56 flex-col gap-1 rounded-md border border-line p-2"
          >
            {data !== null && (
              // oxlint-disable-next-line nextjs/no-img-element -- bytes that are here already: nothing to optimise
              <img
                src={data}
                alt={`Number ${index + 1} on page ${page}`}
                className="max-h-40 max-w-full object-contain"
              />
            )}
            <span>
              page {page} · {width} × {height} · {mime.replace('image/', '')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
