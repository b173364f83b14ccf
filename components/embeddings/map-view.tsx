'use client'
import { MapToolbar } from './map-toolbar.tsx'
import { Plot } from './plot.tsx'
import { SidePanel } from './side-panel.tsx'
import { UmapPanel } from './umap-panel.tsx'
import { useViewerState } from './viewer-context.ts'

const noColumns = [] as const

/** The texts as points, one plot for each model, with what is known of the chosen one beside them. */
export function MapView() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  return (
    <div className="flex h-full flex-col">
      <MapToolbar />
      <UmapPanel />
      <div className="flex min-h-0 flex-1 flex-col @xl:flex-row">
        {/* A map is drawn square: side by side or one below the other, whichever makes two of them larger. */}
        <div className="flex min-h-40 min-w-0 flex-1 [container-type:size]">
          <div className="flex min-w-0 flex-1 flex-col gap-px bg-line [@container_(min-aspect-ratio:1)]:flex-row">
            {columns.map(column => (
              <Plot key={column.set} column={column} titled={columns.length > 1} />
            ))}
          </div>
        </div>
        <SidePanel />
      </div>
    </div>
  )
}
