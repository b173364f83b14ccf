'use client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { sourceHost } from '#components/search/model/source-host.ts'
import { useTurn } from '#components/search/turn-context.ts'

const ImageGrid = lazy(() => import('./image-grid.tsx').then(module => ({ default: module.ImageGrid })))
const VideoList = lazy(() => import('./video-list.tsx').then(module => ({ default: module.VideoList })))

/** Images and videos: their number and hosts; loaded on click. */
export function MediaSection() {
  const { images, videos } = useTurn().turn.found
  return (
    <>
      {images.length > 0 && (
        <MediaGroup noun={['image', 'images']} hosts={images.map(({ url }) => sourceHost(url))}>
          <ImageGrid images={images} />
        </MediaGroup>
      )}
      {videos.length > 0 && (
        <MediaGroup noun={['video', 'videos']} hosts={videos.map(({ url }) => sourceHost(url))}>
          <VideoList videos={videos} />
        </MediaGroup>
      )}
    </>
  )
}

const hostsShown = 4

function MediaGroup({
  noun,
  hosts,
  children,
}: {
  noun: readonly [string, string]
  hosts: readonly string[]
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  const distinct = [...new Set(hosts)]
  const count = `${hosts.length} ${noun[hosts.length === 1 ? 0 : 1]}`
  const more = distinct.length - hostsShown
  return (
    <div role="group" aria-label={noun[1]} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'} {count}
        </Button>
        <span className="min-w-0 text-xs break-words text-muted">
          from {distinct.slice(0, hostsShown).join(', ')}
          {more > 0 && ` and ${more} more`}
        </span>
      </div>
      <Suspense>{open && children}</Suspense>
    </div>
  )
}
