'use client'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { toFailedRun } from './model/library-failure.ts'

/** Why the library did not answer, and what to do. */
export function LibraryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorCard run={toFailedRun(error)} onRetry={onRetry} />
}
