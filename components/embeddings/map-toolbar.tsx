'use client'
import { Hand, LassoSelect, SquareDashedMousePointer, Tag } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import type { Coloring } from './state/viewer-state.ts'
import { useChoose, useViewer, useViewerState } from './viewer-context.ts'

const tools = [
  { tool: 'pan', label: 'Move the map', keys: 'drag', Icon: Hand },
  { tool: 'rectangle', label: 'Select a rectangle', keys: 'Shift drag', Icon: SquareDashedMousePointer, Tag },
  { tool: 'lasso', label: 'Select with a lasso', keys: 'drag', Icon: LassoSelect },
] as const
const colorings: readonly { value: Coloring; label: string }[] = [
  { value: 'group', label: 'By column' },
  { value: 'cluster', label: 'By cluster' },
  { value: 'trust', label: 'By trust' },
]

/** Which picture of the vectors, what its colours say, and what dragging does. */
export function MapToolbar() {
  const viewer = useViewer()
  const choose = useChoose()
  const layout = useViewerState(state => state.layout)
  const coloring = useViewerState(state => state.coloring)
  const tool = useViewerState(state => state.tool)
  const labels = useViewerState(state => state.labels)
  const grouped = useViewerState(state => state.shown?.rows.some(row => row.group !== null) ?? false)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5 max-sm:px-2">
      <Segmented
        label="Layout"
        choices={[
          { value: 'pca', label: 'PCA' },
          { value: 'umap', label: 'UMAP' },
        ]}
        value={layout}
        onChange={value => viewer.showLayout(value === 'umap' ? 'umap' : 'pca')}
      />
      <Select
        label="Colour by"
        className="w-30"
        choices={colorings.filter(({ value }) => grouped || value !== 'group')}
        value={coloring}
        onChange={value => {
          const chosen = colorings.find(each => each.value === value)
          if (chosen) {
            choose({ coloring: chosen.value, chosenColoring: chosen.value, hidden: new Set() })
          }
        }}
      />
      <fieldset aria-label="Dragging" className="flex">
        {tools.map(({ tool: name, label, keys, Icon }) => (
          <IconButton
            key={name}
            label={label}
            keys={keys}
            aria-pressed={tool === name}
            className="aria-pressed:bg-sunken aria-pressed:text-text"
            onClick={() => choose({ tool: name })}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        ))}
      </fieldset>
      <IconButton
        label="Names of groups"
        aria-pressed={labels}
        className="aria-pressed:bg-sunken aria-pressed:text-text"
        onClick={() => choose({ labels: !labels })}
      >
        <Tag size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
