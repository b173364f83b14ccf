'use client'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { TabStrip } from '#components/ui/tab-strip.tsx'
import { ExportMenu } from './export-menu.tsx'
import { SendSelection } from './send-selection.tsx'
import type { ViewName } from './state/viewer-state.ts'
import { useChoose, useViewerState } from './viewer-context.ts'

const labels: Readonly<Record<ViewName, string>> = {
  map: 'Map',
  table: 'Table',
  matrix: 'Matrix',
  health: 'Health',
  dimensions: 'Dimensions',
  agreement: 'Agreement',
}
const names: readonly ViewName[] = ['map', 'table', 'matrix', 'health', 'dimensions', 'agreement']

/** The ways to look at the vectors, and the ways out with them. */
export function ResultHead() {
  const view = useViewerState(state => state.view)
  const models = useViewerState(state => state.shown?.columns.length ?? 0)
  const choose = useChoose()
  const offered = names.filter(name => name !== 'agreement' || models > 1)
  useCommands(
    offered.map((name): Command => ({
      id: `view-${name}`,
      label: `Show the ${labels[name].toLowerCase()}`,
      section: 'View',
      run: () => choose({ view: name }),
    })),
  )
  return (
    <div className="flex shrink-0 items-center gap-1 border-b border-line bg-panel pr-2 pl-3 max-sm:px-1.5">
      <TabStrip
        label="View"
        choices={offered.map(name => ({ value: name, label: labels[name] }))}
        value={view}
        onChange={name => choose({ view: name })}
      />
      <SendSelection />
      <ExportMenu />
    </div>
  )
}
