'use client'
import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Scatter } from './scatter/scatter.ts'

/** What wheel and pinch do, as buttons. */
export function PlotButtons({ scatter }: { scatter: Scatter | null }) {
  return (
    <div className="absolute right-2 bottom-2 flex flex-col rounded-md border border-line bg-panel">
      <IconButton
        label="Zoom in"
        keys="+"
        className="size-7 coarse:size-10"
        onClick={() => scatter?.zoom(1.6)}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Zoom out"
        keys="−"
        className="size-7 coarse:size-10"
        onClick={() => scatter?.zoom(1 / 1.6)}
      >
        <Minus size={16} aria-hidden />
      </IconButton>
      <IconButton label="Show all" keys="0" className="size-7 coarse:size-10" onClick={() => scatter?.fit()}>
        <Maximize size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
