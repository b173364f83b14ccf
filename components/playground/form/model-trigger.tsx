import { ChevronDown } from 'lucide-react'
import { isShutDown } from './model/shutdown.ts'
import type { Model } from '#lib/contracts/api/models.ts'

export const modelTriggerStyle =
  'control flex max-w-80 min-w-0 items-center gap-2 rounded-md border border-line-strong bg-raised px-2.5 hover:bg-hover'

/** Content of the picker's button, the same before and after the list has loaded. */
export function ModelTriggerContent({
  model,
  value,
  whenNone,
}: {
  model: Model | undefined
  value: string | null
  /** Label for no selection; without it, a model is required. */
  whenNone?: string
}) {
  return (
    <>
      {(value !== null || whenNone === undefined) && <ModelDot model={model} />}
      <span className={value === null && whenNone !== undefined ? 'truncate text-muted' : 'truncate'}>
        {value ?? whenNone ?? 'Select a model'}
      </span>
      <ChevronDown size={16} aria-hidden className="ml-auto shrink-0" />
    </>
  )
}

export function ModelDot({ model }: { model: Model | undefined }) {
  const ready =
    model !== undefined && (model.state ?? 'ready') === 'ready' && !isShutDown(model.shutdown_date ?? null)
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full ${ready ? 'bg-ok-dot' : 'border border-control bg-transparent'}`}
    />
  )
}
