'use client'
import { X } from 'lucide-react'
import { ModelPicker } from '#components/playground/model-picker.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useBoard, useBoardStore } from './board-context.ts'
import { useRerankContract } from './contract-context.ts'

/** The models beside the first one; all of them get the same request. */
export function RivalsField() {
  const store = useBoardStore()
  const contract = useRerankContract()
  const { rivals } = useBoard()
  if (rivals.length === 0) return null
  const setRivals = (change: (before: typeof rivals) => typeof rivals) =>
    store.update(board => ({ ...board, rivals: change(board.rivals) }))
  return (
    <fieldset aria-label="Models to compare with" className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      <span className="mr-1 text-xs text-muted">Compared with</span>
      {rivals.map((model, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- one model may stand there twice
        <span key={place} className="flex min-w-0 items-center">
          <ModelPicker
            contract={contract}
            label={`Model ${place + 2}`}
            value={model}
            onChange={next => setRivals(before => before.with(place, next))}
          />
          <IconButton
            label={`Remove model ${place + 2}`}
            onClick={() => setRivals(before => before.toSpliced(place, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </span>
      ))}
    </fieldset>
  )
}
