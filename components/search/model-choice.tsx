'use client'
import { X } from 'lucide-react'
import { ModelPicker } from '#components/playground/model-picker.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { extractiveModel, modelIdOf, toModelName } from '#lib/client/search/model-name.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import type { Model } from '#lib/contracts/models.ts'

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

/** A model of a search; nothing chosen is the server's usual one. */
export function ModelChoice({
  contract,
  label,
  value,
  onChange,
  extractive = false,
}: {
  contract: ContractInfo
  label: string
  /** As the request has it. */
  value: unknown
  onChange: (value: unknown) => void
  /** Also offers to quote the sources without a language model. */
  extractive?: boolean
}) {
  const id = modelIdOf(value)
  return (
    <div className="flex min-w-0 items-center gap-1">
      <ModelPicker
        contract={contract}
        label={label}
        value={id}
        whenNone="The server’s usual one"
        others={extractive ? quoting : none}
        onChange={next => onChange(toModelName(next))}
      />
      {id !== null && (
        <IconButton label={`${label}: the usual one`} onClick={() => onChange(undefined)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
