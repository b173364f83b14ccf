import { type ReactNode, useContext } from 'react'
import { readLinkHost } from './link-host.ts'
import { OwnHostContext } from './own-host-context.ts'

/** A link from a model: shows its host, and sends no referrer or opener. */
export function ModelLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const ownHost = useContext(OwnHostContext)
  const host = readLinkHost(href ?? '')
  if (host === null) return <span>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent-text underline underline-offset-2"
    >
      {children}
      {host !== ownHost && <span className="text-xs text-muted"> ({host})</span>}
    </a>
  )
}
