'use client'
import { X } from 'lucide-react'
import { ModelPicker } from '#components/playground/form/model-picker.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { Model } from '#lib/contracts/api/models.ts'
import { extractiveModel } from '#lib/contracts/api/search/answer-model.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { modelIdOf, toModelName } from './model/model-name.ts'

const quoting: readonly Model[] = [
  {
    id: extractiveModel,
    object: 'model',
    created: 0,
    owned_by: 'local',
    type: 'chat',
    capabilities: ['chat'],
  },
]
const none: readonly Model[] = []

/** A model of a search; without a selection, the server's default. */
export function ModelChoice({
  contract,
  label,
  value,
  onChange,
  extractive = false,
}: {
  contract: ContractInfo
  label: string
  /** The value in the request. */
  value: unknown
  onChange: (value: unknown) => void
  /** Also offers extraction, which quotes the sources without a language model. */
  extractive?: boolean
}) {
  const id = modelIdOf(value)
  return (
    <div className="flex min-w-0 items-center gap-1">
      <ModelPicker
        contract={contract}
        label={label}
        value={id}
        whenNone="Server default"
        others={extractive ? quoting : none}
        onChange={next => onChange(toModelName(next))}
      />
      {id !== null && (
        <IconButton label={`${label}: default`} onClick={() => onChange(undefined)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
