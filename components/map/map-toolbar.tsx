'use client'

import { ListTree, Download } from 'lucide-react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { TabStrip } from '#components/ui/data/tab-strip.tsx'
import { allOpen, openTo } from './model/tree/expansion.ts'
import { mapShapes, type MapShape } from './model/map-view.ts'
import { useMapView, useMatches } from './map-context.ts'
import { lazy, Suspense, useState } from 'react'

const labels: Readonly<Record<MapShape, string>> = {
  tree: 'Tree',
  list: 'List',
  treemap: 'Treemap',
  diff: 'Changes',
}
const levels = [1, 2, 3, 4]

/** View switch and export. */
export function MapToolbar() {
  const [{ shape }, setView] = useMapView()
  const side = useMatches() === null ? 'expansion' : 'filteredExpansion'
  useCommands(
    mapShapes.map((name): Command => ({
      id: `map-view-${name}`,
      label: `Show map as ${labels[name].toLowerCase()}`,
      section: 'View',
      run: () => setView({ shape: name }),
    })),
  )
  return (
    <div className="flex shrink-0 items-center gap-1 border-b border-line bg-canvas pr-2 pl-1 max-sm:pr-1">
      <TabStrip
        label="View"
        choices={mapShapes.map(name => ({ value: name, label: labels[name] }))}
        value={shape}
        onChange={next => setView({ shape: next })}
      />
      {shape === 'tree' && (
        <Menu
          trigger={
            <Button variant="plain" className="text-xs">
              <ListTree size={14} aria-hidden />
              <span className="@max-[26rem]:sr-only">Expand</span>
            </Button>
          }
          actions={[
            ...levels.map(level => ({
              label: level === 1 ? 'Hosts' : `Depth ${level - 1}`,
              onSelect: () => setView({ [side]: openTo(level) }),
            })),
            { label: 'Everything', onSelect: () => setView({ [side]: allOpen }) },
            { label: 'Nothing', onSelect: () => setView({ [side]: openTo(0) }) },
          ]}
        />
      )}
      <MapExport />
    </div>
  )
}

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then(module => ({ default: module.ExportDialog })),
)

/** Export and copy actions for the links. */
function MapExport() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" className="text-xs" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Download size={14} aria-hidden />
        <span className="@max-[26rem]:sr-only">Export</span>
      </Button>
      <Suspense>{open && <ExportDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
