'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, lazy, Suspense } from 'react'
import { Problem } from './problem.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'

/** Loading and error state of a list; rows that were loaded before stay visible. */
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

const SignInAgain = lazy(() =>
  import('#components/account/sign-in-again.tsx').then(module => ({ default: module.SignInAgain })),
)

/** Why a list failed to load, with a retry or a new sign-in. */
function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const signedOut = error instanceof ConsoleRefusal && error.code === 'signed_out'
  return (
    <div className="flex flex-col items-start gap-2">
      <Problem text={signedOut ? 'Your session has expired.' : error.message} />
      <div className="flex gap-2">
        <Suspense>{signedOut && <SignInAgain onSignedIn={onRetry} />}</Suspense>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  )
}
