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
        <div className="flex min-h-40 min-w-0 flex-1 flex-col gap-px bg-line @lg:flex-row">
          {columns.map(column => (
            <Plot key={column.set} column={column} titled={columns.length > 1} />
          ))}
        </div>
        <SidePanel />
      </div>
    </div>
  )
}
