'use client'
import { useEffect, useState } from 'react'
import type { AnalysisOperation, InputOf, ResultOf } from './model/analysis/analysis-operations.ts'
import { compute } from './state/compute.ts'
import type { Computed } from './state/viewer-state.ts'
import { useViewer } from './viewer-context.ts'

const none = { state: 'none' } as const

/** Computes data for a view in the worker, and again when its input changes; null: nothing to compute yet. */
export function useComputed<Name extends AnalysisOperation>(
  name: Name,
  input: InputOf<Name> | null,
): Computed<ResultOf<Name>> {
  const viewer = useViewer()
  const [last, setLast] = useState<{ input: InputOf<Name>; now: Computed<ResultOf<Name>> } | null>(null)
  useEffect(() => {
    if (input === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    void compute(
      signal,
      onProgress => viewer.analysis().run(name, input, { signal, onProgress }),
      next => {
        if (!signal.aborted) setLast({ input, now: next })
      },
    )
    return () => leaving.abort()
  }, [viewer, name, input])
  // A result for a previous input does not apply.
  return last !== null && last.input === input ? last.now : none
}
