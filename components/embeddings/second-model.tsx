'use client'
import { ModelPicker } from '#components/playground/model-picker.tsx'
import { Button } from '#components/ui/button.tsx'
import { useCompare } from './use-compare.ts'
import { useContract, useViewer, useViewerState } from './viewer-context.ts'

/** The model to compare with; it gets the same texts and parameters. */
export function SecondModel() {
  const contract = useContract()
  const { store } = useViewer()
  const second = useViewerState(state => state.request.second)
  const compare = useCompare()
  const put = (model: string | null) =>
    store.update(state => ({ ...state, request: { ...state.request, second: model } }))
  if (second === null)
    // On a phone the header has no room for it.
    return (
      <Button variant="link" className="self-start text-xs sm:hidden" onClick={compare}>
        Compare with a second model
      </Button>
    )
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-xs text-muted">Compare with</span>
      <ModelPicker contract={contract} label="Second model" value={second || null} onChange={put} />
      <Button variant="link" className="text-xs" onClick={() => put(null)}>
        Remove
      </Button>
    </div>
  )
}
