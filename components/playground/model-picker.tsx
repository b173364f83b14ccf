'use client'
import { Combobox } from '@base-ui/react/combobox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import type { Model } from '#lib/contracts/models.ts'
import { firstModel, modelsFor, rememberModel } from './choose-model.ts'
import { ModelDownload } from './model-download.tsx'
import { ModelState } from './model-state.tsx'

export interface ModelPickerProps {
  contract: ContractInfo
  value: string | null
  onChange: (id: string) => void
  /** Accessible name, where a page has several. */
  label?: string
}

/** Models that can do this capability, with their state; any other name may be typed, the API judges it. */
export function ModelPicker({ contract, value, onChange, label = 'Model' }: ModelPickerProps) {
  const { data, error } = useQuery(modelsQuery)
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const models = data ? modelsFor(contract.id, data) : []
  const chosen = models.find(model => model.id === value)
  const foreign = typed !== '' && !models.some(model => model.id === typed)
  const items: readonly string[] = [...models.map(model => model.id), ...(foreign ? [typed] : [])]
  const initial = value === null && data ? firstModel(contract.id, models) : null
  const choose = useEffectEvent(onChange)
  const pick = (id: string) => {
    rememberModel(contract.id, id)
    onChange(id)
  }

  useEffect(() => {
    if (initial !== null) choose(initial)
  }, [initial])

  useCommands(
    models.map((model): Command => ({
      id: `${label}-${model.id}`,
      label: `${label}: ${model.id}`,
      section: 'Model',
      run: () => pick(model.id),
    })),
  )

  return (
    <Combobox.Root
      items={items}
      value={value}
      onValueChange={next => next !== null && pick(next)}
      autoHighlight
      inputValue={typed}
      onInputValueChange={setTyped}
      onOpenChange={open => {
        setTyped('')
        if (open) void queries.invalidateQueries({ queryKey: modelsQuery.queryKey })
      }}
    >
      <Combobox.Trigger
        aria-label={`${label}: ${value ?? 'none chosen'}`}
        className="control flex max-w-80 min-w-0 items-center gap-2 rounded-md border border-control bg-panel px-2.5 hover:border-text"
      >
        <Dot model={chosen} />
        <span className="truncate">{value ?? 'Choose a model'}</span>
        <ChevronDown size={16} aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50">
          <Combobox.Popup
            aria-label={label}
            className="pop flex max-h-(--available-height) w-[min(26rem,calc(100vw-16px))] flex-col"
          >
            <Combobox.Input
              placeholder="Find a model, or type any id"
              aria-label="Find a model"
              className="h-9 w-full border-b border-line bg-transparent px-3 outline-none"
            />
            {error && (
              <p className="px-3 py-2 text-xs text-bad">The list could not be read: {error.message}</p>
            )}
            <div className="has-[section]:p-2">
              <ModelDownload model={value} />
            </div>
            <Combobox.Empty>
              {!error && (
                <p className="px-3 py-3 text-muted">
                  {data ? 'No model of this kind.' : 'Reading the list…'}
                </p>
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
      className="flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-highlighted:bg-sunken coarse:min-h-10"
    >
      <Dot model={model} />
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

function Dot({ model }: { model: Model | undefined }) {
  const ready = model !== undefined && (model.state ?? 'ready') === 'ready'
  return (
    <span
      aria-hidden
      className={`size-1.5 shrink-0 rounded-full ${ready ? 'bg-ok' : 'border border-control bg-transparent'}`}
    />
  )
}
