'use client'
import { Link } from '#components/ui/link.tsx'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'

/** Link to the log entry of a request; plain text when another server has the log. */
export function RequestLink({ id, children }: { id: string; children: ReactNode }) {
  const { createsKeys } = useApi()
  if (!createsKeys) return children === id ? <>{children}</> : null
  return (
    <Link
      href={`/team/requests?id=${encodeURIComponent(id)}` as Route}
      className="inline-flex min-h-6 max-w-full items-center text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
