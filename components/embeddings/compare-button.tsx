'use client'
import { Columns2 } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useCompare } from './use-compare.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** Embeds the same texts with a second model, for two linked plots. */
export function CompareButton() {
  const { store } = useViewer()
  const second = useViewerState(state => state.request.second)
  const compare = useCompare()
  const stop = () => store.update(state => ({ ...state, request: { ...state.request, second: null } }))
  return (
    <Button
      variant="plain"
      className="max-sm:hidden"
      aria-pressed={second !== null}
      onClick={second === null ? compare : stop}
    >
      <Columns2 size={16} aria-hidden className="lg:hidden" />
      <span className="max-lg:sr-only">{second === null ? 'Compare' : 'One model'}</span>
    </Button>
  )
}
