'use client'
import { Tabs } from '@base-ui/react/tabs'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
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
      <Tabs.Root
        value={view}
        onValueChange={next => {
          const name = names.find(each => each === next)
          if (name) choose({ view: name })
        }}
        className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        <Tabs.List aria-label="View" className="flex h-9 w-max items-stretch">
          {offered.map(name => (
            <Tabs.Tab
              key={name}
              value={name}
              className="px-2 text-xs text-muted -outline-offset-2 hover:text-text data-active:font-medium data-active:text-text data-active:shadow-[inset_0_-2px_var(--accent)]"
            >
              {labels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs.Root>
      <SendSelection />
      <ExportMenu />
    </div>
  )
}
