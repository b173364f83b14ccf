'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { sourceHost } from '#components/search/model/source-host.ts'
import type { SearchImage } from '#lib/contracts/api/search/search.ts'
import { Picture } from './picture.tsx'

/** One image at full size, with its title and page; arrow keys move between images. */
export function Lightbox({
  images,
  index,
  onPlace,
  onClose,
}: {
  images: readonly SearchImage[]
  index: number
  onPlace: (index: number) => void
  onClose: () => void
}) {
  const go = (step: number) => onPlace((index + step + images.length) % images.length)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    if (event.key === 'ArrowRight') go(1)
  })
  // Works wherever the focus is in the window; in the capture phase, because the dialog consumes arrow keys.
  useEffect(() => {
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const image = images[index]
  if (image === undefined) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Image ${index + 1} of ${images.length}`}
      className="w-[min(56rem,calc(100vw-24px))]"
    >
      <div className="flex flex-col gap-3">
        <Picture
          key={index}
          src={image.thumbnail}
          alt={image.title || 'Image without a title'}
          className="max-h-[52vh] min-h-40 w-full object-contain"
        />
        <div className="flex items-center gap-2">
          <p aria-live="polite" className="min-w-0 flex-1">
            <bdi className="break-words">{image.title || 'Image without a title'}</bdi>
            <a
              href={image.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="block truncate text-xs text-accent-text underline underline-offset-2"
            >
              {sourceHost(image.url)}
            </a>
          </p>
          <IconButton label="Previous image" onClick={() => go(-1)} disabled={images.length < 2}>
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <IconButton label="Next image" onClick={() => go(1)} disabled={images.length < 2}>
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
    </Dialog>
  )
}
