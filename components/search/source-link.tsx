'use client'
import type { ReactNode } from 'react'
import { ModelLink } from '#components/chat/model-link.tsx'
import { sourceHost } from '#lib/client/search/source-host.ts'
import { useTurn } from './turn-context.ts'

/** A link in an answer: it leads to the host of a source, or it is words. */
export function SourceLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const { sources } = useTurn()
  const host = sourceHost(href ?? '')
  const isSource = host !== '' && sources.some(({ metadata: { url } }) => sourceHost(url) === host)
  return isSource ? <ModelLink href={href}>{children}</ModelLink> : <span>{children}</span>
}
