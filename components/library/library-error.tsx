'use client'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { toFailedRun } from './model/library-failure.ts'

/** Why a library request failed, and the next step. */
export function LibraryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorCard run={toFailedRun(error)} onRetry={onRetry} />
}
