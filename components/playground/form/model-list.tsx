'use client'

import { Combobox } from '@base-ui/react/combobox'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { ModelDot, ModelTriggerContent, modelTriggerStyle } from './model-trigger.tsx'
import { ModelDownload } from './model-download.tsx'
import { isShutDown } from './model/shutdown.ts'
import { formatCount } from '#lib/client/format.ts'

export interface ModelListProps {
  models: readonly Model[]
  /** Error that occurred while loading the list. */
  problem: string | null
  loaded: boolean
  value: string | null
  onPick: (id: string) => void
  label: string
  /** Label for no selection. */
  whenNone?: string
}

/** Models with their state, initially open. Any other id can be typed; the API validates it. */
export function ModelList({ models, problem, loaded, value, onPick, label, whenNone }: ModelListProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const foreign = typed !== '' && !models.some(model => model.id === typed)
  const items: readonly string[] = [...models.map(model => model.id), ...(foreign ? [typed] : [])]

  return (
    <Combobox.Root
      items={items}
      value={value}
      onValueChange={next => next !== null && onPick(next)}
      autoHighlight
      defaultOpen
      inputValue={typed}
      onInputValueChange={setTyped}
      onOpenChange={open => {
        setTyped('')
        if (open) void queries.invalidateQueries({ queryKey: modelsQuery.queryKey })
      }}
    >
      <Combobox.Trigger
        aria-label={`${label}: ${value ?? whenNone ?? 'none selected'}`}
        className={modelTriggerStyle}
      >
        <ModelTriggerContent
          model={models.find(model => model.id === value)}
          value={value}
          {...(whenNone !== undefined && { whenNone })}
        />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50">
          <Combobox.Popup
            aria-label={label}
            className="pop flex max-h-(--available-height) w-[min(26rem,calc(100vw-16px))] flex-col"
          >
            <Combobox.Input
              placeholder="Find a model or enter an ID"
              aria-label="Find a model"
              className="h-9 w-full border-b border-line bg-transparent px-3 outline-none"
            />
            {problem !== null && (
              <p className="px-3 py-2 text-xs text-bad">Could not load models: {problem}</p>
            )}
            <div className="has-[section]:p-2">
              <ModelDownload model={value} />
            </div>
            <Combobox.Empty>
              {problem === null && (
                <p className="px-3 py-3 text-muted">{loaded ? 'No matching models' : 'Loading models…'}</p>
              )}
            </Combobox.Empty>
            <Combobox.List className="max-h-80 min-h-0 overflow-y-auto p-1 outline-none empty:p-0">
              {(id: string) => <ModelItem key={id} id={id} model={models.find(model => model.id === id)} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function ModelItem({ id, model }: { id: string; model: Model | undefined }) {
  return (
    <Combobox.Item
      value={id}
      className="flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-highlighted:bg-hover coarse:min-h-10"
    >
      <ModelDot model={model} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{id}</span>
        <ModelState model={model} />
      </span>
      <Combobox.ItemIndicator>
        <Check size={16} aria-hidden />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}

const labels = {
  ready: 'ready',
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'not configured',
} as const

/** One line about a model: state, context window, input, price. */
function ModelState({ model }: { model: Model | undefined }) {
  if (model === undefined)
    return <span className="block text-xs text-muted">Not in the list; the API will check it</span>
  const parts = [
    model.default && 'default',
    isShutDown(model.shutdown_date ?? null) ? 'shut down' : labels[model.state ?? 'ready'],
    model.context_window !== undefined && `${formatCount(model.context_window)} tokens`,
    model.input?.includes('image') && 'image input',
    model.price && `$${model.price.input} / $${model.price.output} per M`,
  ]
  return <span className="block truncate text-xs text-muted">{parts.filter(Boolean).join(' · ')}</span>
}
