'use client'
import { lazy, Suspense } from 'react'
import type { Run } from '#lib/client/run.ts'

const ErrorCardBody = lazy(() =>
  import('./error-card-body.tsx').then(module => ({ default: module.ErrorCardBody })),
)

export interface ErrorCardProps {
  run: Run
  onRetry: () => void
  /** Leads to the field that the API names. */
  onGoToField?: ((path: string) => void) | undefined
}

/** What went wrong, why, and what to do; its words are loaded with the first failure. */
export function ErrorCard(props: ErrorCardProps) {
  if (props.run.failure === null) return null
  return (
    <Suspense>
      <ErrorCardBody {...props} />
    </Suspense>
  )
}
