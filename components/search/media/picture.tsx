'use client'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { ownPicture } from '#components/search/model/own-picture.ts'

/** An image from our own origin; a text alternative when it is missing or fails to load. */
export function Picture({
  src,
  alt,
  className,
}: {
  src: string | undefined
  alt: string
  className: string
}) {
  const [failed, setFailed] = useState(false)
  const address = src === undefined ? null : ownPicture(src, location.origin)
  if (address === null || failed)
    return (
      <span
        className={classNames(
          'flex flex-col items-center justify-center gap-1 bg-sunken p-2 text-center text-xs text-muted',
          className,
        )}
      >
        <ImageOff size={16} aria-hidden />
        <span className="line-clamp-3 break-words">{alt}</span>
      </span>
    )
  return (
    <img
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={classNames('bg-sunken', className)}
    />
  )
}
