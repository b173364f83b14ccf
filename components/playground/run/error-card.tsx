'use client'
import { lazy, Suspense } from 'react'
import type { Run } from '#lib/client/run.ts'

const ErrorCardBody = lazy(() =>
  import('./error-card-body.tsx').then(module => ({ default: module.ErrorCardBody })),
)

export interface ErrorCardProps {
  run: Run
  onRetry: () => void
  /** Goes to the field named by the API. */
  onGoToField?: ((path: string) => void) | undefined
}

/** The error, its cause and the next step; loaded with the first failure. */
export function ErrorCard(props: ErrorCardProps) {
  if (props.run.failure === null) return null
  return (
    <Suspense>
      <ErrorCardBody {...props} />
    </Suspense>
  )
}
