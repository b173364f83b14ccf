'use client'
import { lazy, Suspense } from 'react'
import type { ImagePart } from './model/message-text.ts'

const ImageCardBody = lazy(() =>
  import('./image-card-body.tsx').then(module => ({ default: module.ImageCardBody })),
)

export interface ImageCardProps {
  image: ImagePart
  onChange?: (image: ImagePart) => void
  onRemove?: () => void
}

/** An image of a message; loaded with the first one. */
export function ImageCard(props: ImageCardProps) {
  return (
    <Suspense>
      <ImageCardBody {...props} />
    </Suspense>
  )
}
