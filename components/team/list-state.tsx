'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { Button } from '#components/ui/button.tsx'

/** What a list is while it is fetched, and where it could not be. */
export function ListState<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <p className="h-40 py-2 text-muted">Loading…</p>
  return (
    <div className="flex flex-col items-start gap-2">
      <Problem text={query.error.message} />
      <Button onClick={() => void query.refetch()}>Try again</Button>
    </div>
  )
}
