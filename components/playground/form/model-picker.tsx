'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { firstModel, modelsFor, rememberModel } from './choose-model.ts'
import { ModelTriggerContent, modelTriggerStyle } from './model-trigger.tsx'

const ModelList = lazy(() => import('./model-list.tsx').then(module => ({ default: module.ModelList })))

export interface ModelPickerProps {
  contract: ContractInfo
  value: string | null
  onChange: (id: string) => void
  /** Accessible name, when a page has several. */
  label?: string
  /** Label for no selection, when the model is optional; then none is selected automatically. */
  whenNone?: string
  /** Additional models, unless the API lists them itself. */
  others?: readonly Model[]
}

const noModels: readonly Model[] = []

/** The selected model. The list of models with this capability loads when it is first opened. */
export function ModelPicker(props: ModelPickerProps) {
  const { contract, value, onChange, label = 'Model', whenNone, others = noModels } = props
  const { data, error } = useQuery(modelsQuery)
  const [wanted, setWanted] = useState(false)
  const listId = useId()
  const listed = data ? modelsFor(contract.id, data) : []
  const models = [...listed, ...others.filter(({ id }) => !listed.some(model => model.id === id))]
  const initial = whenNone === undefined && value === null && data ? firstModel(contract.id, models) : null
  const choose = useEffectEvent((id: string) => value === null && onChange(id))
  const pick = (id: string) => {
    if (whenNone === undefined) rememberModel(contract.id, id)
    onChange(id)
  }

  useEffect(() => {
    if (initial === null) return
    // In a separate task: a link or handoff that opens at the same time sets its own model.
    const timer = setTimeout(() => choose(initial))
    return () => clearTimeout(timer)
  }, [initial])

  useCommands(
    models.map((model): Command => ({
      id: `${label}-${model.id}`,
      label: `${label}: ${model.id}`,
      section: 'Model',
      run: () => pick(model.id),
    })),
  )

  const closed = (
    <button
      type="button"
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-controls={listId}
      aria-label={`${label}: ${value ?? whenNone ?? 'none selected'}`}
      onClick={() => setWanted(true)}
      className={modelTriggerStyle}
    >
      <ModelTriggerContent
        model={models.find(model => model.id === value)}
        value={value}
        {...(whenNone !== undefined && { whenNone })}
      />
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <ModelList
        models={models}
        problem={error?.message ?? null}
        loaded={data !== undefined}
        value={value}
        onPick={pick}
        label={label}
        {...(whenNone !== undefined && { whenNone })}
      />
    </Suspense>
  )
}
