'use client'
import { Columns2 } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useViewer, useViewerState } from './viewer-context.ts'

/** Embeds the same texts with a second model, for two linked plots. */
export function CompareButton() {
  const { store } = useViewer()
  const second = useViewerState(state => state.request.second)
  const toggle = () =>
    store.update(state => {
      const { body } = state.request
      const model = typeof body['model'] === 'string' ? body['model'] : ''
      return { ...state, request: { ...state.request, second: second === null ? model : null } }
    })
  return (
    <Button variant="plain" className="max-sm:hidden" aria-pressed={second !== null} onClick={toggle}>
      <Columns2 size={16} aria-hidden className="lg:hidden" />
      <span className="max-lg:sr-only">{second === null ? 'Compare' : 'One model'}</span>
    </Button>
  )
}
