'use client'
import { ExternalLink, ImageIcon, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatBytes } from '#lib/client/format.ts'
import { readImageAddress } from './model/draft/image-address.ts'
import type { ImageCardProps } from './image-card.tsx'

const details = ['auto', 'low', 'high'].map(value => ({ value, label: `detail ${value}` }))

/**
 * An image of a message. Inline bytes are shown; a URL is displayed as text and never fetched by this page.
 */
export function ImageCardBody({ image, onChange, onRemove }: ImageCardProps) {
  const [pixels, setPixels] = useState<string | null>(null)
  const { url, detail } = image.image_url
  const address = readImageAddress(url)
  return (
    <div className="flex items-center gap-2 text-xs text-muted">
      {address.kind === 'data' ? (
        // oxlint-disable-next-line nextjs/no-img-element -- inline bytes, nothing to optimize
        <img
          src={url}
          alt="Attached"
          width={42}
          height={32}
          className="h-8 w-[42px] rounded border border-line object-cover"
          onLoad={({ currentTarget }) =>
            setPixels(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)
          }
          onError={() => setPixels('cannot be displayed')}
        />
      ) : (
        <span className="grid h-8 w-[42px] place-items-center rounded border border-line bg-sunken">
          <ImageIcon size={16} aria-hidden />
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">
        {address.kind === 'data' &&
          [address.mediaType.replace('image/', '').toUpperCase(), pixels, formatBytes(address.sizeBytes)]
            .filter(Boolean)
            .join(' · ')}
        {address.kind === 'web' && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex items-center gap-1 underline underline-offset-2"
          >
            Image at {address.host} <ExternalLink size={12} aria-hidden />
          </a>
        )}
        {address.kind === 'other' && 'Not an http, https or data URL'}
        {!onChange && detail && ` · detail ${detail}`}
      </span>
      {onChange && (
        <Select
          label="Detail"
          className="w-28"
          choices={details}
          value={detail ?? 'auto'}
          onChange={value =>
            onChange({
              ...image,
              image_url: { ...image.image_url, detail: value as 'auto' | 'low' | 'high' },
            })
          }
        />
      )}
      {onRemove && (
        <IconButton label="Remove image" onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
