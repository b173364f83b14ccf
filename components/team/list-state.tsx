'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFailure } from './list-failure.tsx'

/** What a list is while it is fetched, and where it could not be; what was fetched before stays in sight below. */
export function ListState<T>({
  query: { data, error, refetch },
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (data === undefined && error === null) return <p className="h-40 py-2 text-muted">Loading…</p>
  return (
    <>
      {error !== null && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  )
}
