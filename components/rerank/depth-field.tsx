'use client'
import { useId } from 'react'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { useComparisonView } from './comparison-context.ts'

/** k: the cutoff of the metrics. */
export function DepthField() {
  const [{ depth }, setView] = useComparisonView()
  const id = useId()
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <label htmlFor={id}>k</label>
      <NumberField
        id={id}
        value={depth}
        min={1}
        max={1000}
        decimalsMax={0}
        className="h-6 w-12 coarse:h-10"
        onChange={next => next !== null && Number.isInteger(next) && next >= 1 && setView({ depth: next })}
      />
    </span>
  )
}
