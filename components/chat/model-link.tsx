import type { ReactNode } from 'react'
import { readLinkHost } from '#lib/client/chat/link-host.ts'

/** A link that a model wrote: it says where it leads, and leaves nothing of us behind. */
export function ModelLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const host = readLinkHost(href ?? '')
  if (host === null) return <span>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline underline-offset-2"
    >
      {children} <span className="text-xs text-muted">({host})</span>
    </a>
  )
}
