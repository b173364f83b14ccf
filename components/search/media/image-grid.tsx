'use client'
import { lazy, Suspense, useState } from 'react'
import { sourceHost } from '#components/search/model/source-host.ts'
import type { SearchImage } from '#lib/contracts/api/search/search.ts'
import { Picture } from './picture.tsx'

const Lightbox = lazy(() => import('./lightbox.tsx').then(module => ({ default: module.Lightbox })))

/** Thumbnails of the images; each opens at full size. */
export function ImageGrid({ images }: { images: readonly SearchImage[] }) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 @lg:grid-cols-4 @3xl:grid-cols-5">
        {images.map((image, index) => (
          <li key={index} className="min-w-0">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(index)}
              className="block w-full overflow-hidden rounded-md border border-line hover:border-control"
            >
              <Picture
                src={image.thumbnail}
                alt={image.title || 'Image without a title'}
                className="aspect-4/3 w-full object-cover"
              />
              <span
                aria-hidden
                className="block truncate border-t border-line px-2 py-1 text-left text-xs text-muted"
              >
                {sourceHost(image.url)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {open !== null && (
          <Lightbox images={images} index={open} onPlace={setOpen} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}
