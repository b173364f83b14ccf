'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, lazy, Suspense } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'

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

const SignInAgain = lazy(() =>
  import('#components/account/sign-in-again.tsx').then(module => ({ default: module.SignInAgain })),
)

/** Why a list is not what it could be now, and the way on: an ended sign-in is mended here. */
function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const signedOut = error instanceof ConsoleRefusal && error.code === 'signed_out'
  return (
    <div className="flex flex-col items-start gap-2">
      <Problem text={signedOut ? 'Your sign-in ended.' : error.message} />
      <div className="flex gap-2">
        <Suspense>{signedOut && <SignInAgain onSignedIn={onRetry} />}</Suspense>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  )
}
