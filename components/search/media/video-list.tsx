'use client'
import { ExternalLink, Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { playerAddress } from '#components/search/model/player-address.ts'
import { sourceHost } from '#components/search/model/source-host.ts'
import type { SearchVideo } from '#lib/contracts/api/search/search.ts'
import { Picture } from './picture.tsx'

/** The videos; one plays within the page on request, from a short list of allowed players. */
export function VideoList({ videos }: { videos: readonly SearchVideo[] }) {
  const [playing, setPlaying] = useState<number | null>(null)
  return (
    <ul className="grid gap-2 @lg:grid-cols-2">
      {videos.map((video, index) => (
        <li key={index} className="min-w-0 overflow-hidden rounded-md border border-line">
          {playing === index ? <Player video={video} /> : <Still video={video} />}
          <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
            <p className="min-w-0 basis-full">
              <bdi className="line-clamp-2 break-words">{video.title}</bdi>
            </p>
            {playerAddress(video.iframe_src) !== null && (
              <Button onClick={() => setPlaying(playing === index ? null : index)}>
                <Play size={14} aria-hidden />
                {playing === index ? 'Close player' : `Load from ${sourceHost(video.iframe_src)}`}
              </Button>
            )}
            <a
              href={video.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={`${video.title} on ${sourceHost(video.url)}`}
              className="inline-flex min-h-6 items-center gap-1 text-xs text-accent-text underline underline-offset-2"
            >
              {sourceHost(video.url)} <ExternalLink size={12} aria-hidden />
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Still({ video }: { video: SearchVideo }) {
  return <Picture src={video.thumbnail} alt="" className="aspect-video w-full object-cover" />
}

/** No access to this page; the framing page is sent as the referrer, or YouTube does not play. */
function Player({ video }: { video: SearchVideo }) {
  return (
    <iframe
      title={video.title}
      src={playerAddress(video.iframe_src) ?? ''}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin"
      className="aspect-video w-full border-0"
    />
  )
}
