'use client'

import {
  Hand,
  LassoSelect,
  Maximize2,
  Minimize2,
  PanelRight,
  SquareDashedMousePointer,
  Tag,
} from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import type { Coloring } from './state/viewer-state.ts'
import { useChoose, useViewer, useViewerState } from './viewer-context.ts'

const tools = [
  { tool: 'pan', label: 'Pan', keys: 'drag', Icon: Hand },
  { tool: 'rectangle', label: 'Rectangle selection', keys: 'Shift drag', Icon: SquareDashedMousePointer },
  { tool: 'lasso', label: 'Lasso selection', keys: 'drag', Icon: LassoSelect },
] as const
const colorings: readonly { value: Coloring; label: string }[] = [
  { value: 'group', label: 'By column' },
  { value: 'cluster', label: 'By cluster' },
  { value: 'trust', label: 'By fidelity' },
]

/** Layout, coloring and drag mode; the details panel and full screen. */
export function MapToolbar({
  full,
  onToggleFull,
  details,
  onToggleDetails,
}: {
  full: boolean
  onToggleFull: () => void
  details: boolean
  onToggleDetails: () => void
}) {
  const viewer = useViewer()
  const choose = useChoose()
  const layout = useViewerState(state => state.layout)
  const coloring = useViewerState(state => state.coloring)
  const tool = useViewerState(state => state.tool)
  const labels = useViewerState(state => state.labels)
  const grouped = useViewerState(state => state.shown?.rows.some(row => row.group !== null) ?? false)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-canvas px-3 py-1.5 max-sm:px-2">
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
        label="Color by"
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
      <fieldset aria-label="Drag mode" className="flex">
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
        label="Group names"
        aria-pressed={labels}
        className="aria-pressed:bg-sunken aria-pressed:text-text"
        onClick={() => choose({ labels: !labels })}
      >
        <Tag size={16} aria-hidden />
      </IconButton>
      <span className="ml-auto flex">
        <IconButton
          label="Details"
          aria-pressed={details}
          className="aria-pressed:bg-sunken aria-pressed:text-text"
          onClick={onToggleDetails}
        >
          <PanelRight size={16} aria-hidden />
        </IconButton>
        <IconButton
          label={full ? 'Leave full screen' : 'Full screen'}
          keys={full ? 'Esc' : 'f'}
          onClick={onToggleFull}
        >
          {full ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
        </IconButton>
      </span>
    </div>
  )
}
