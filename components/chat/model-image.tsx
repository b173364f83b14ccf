import { ExternalLink, ImageIcon } from 'lucide-react'
import { readLinkHost } from '#lib/client/chat/link-host.ts'

/** An image that a model wrote: named, and opened elsewhere by a click. The page never loads it. */
export function ModelImage({ src, alt }: { src: string; alt: string }) {
  const host = readLinkHost(src)
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-sm">
      <ImageIcon size={16} aria-hidden className="text-muted" />
      <span className="min-w-0 truncate">{alt || 'Image'}</span>
      {host === null ? (
        <span className="text-muted">(not shown)</span>
      ) : (
        <a
          href={src}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex items-center gap-1 text-accent underline underline-offset-2"
        >
          {host} <ExternalLink size={12} aria-hidden />
        </a>
      )}
    </span>
  )
}
