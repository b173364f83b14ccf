'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatCount } from '#lib/client/format.ts'
import { umapPointsMax, type UmapSettings } from './model/projection/umap-layout.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

/** Settings of UMAP, its progress, and cancel. */
export function UmapPanel() {
  const viewer = useViewer()
  const layout = useViewerState(state => state.layout)
  const shown = useViewerState(state => state.shown)
  const used = useViewerState(state => state.umapSettings)
  const [settings, setSettings] = useState<UmapSettings>(used)
  if (layout !== 'umap' || shown === null) return null
  const states = shown.columns.map(({ umap }) => umap)
  const running = states.flatMap(umap => (umap.state === 'running' ? [umap.share] : []))
  const failed = states.find(umap => umap.state === 'failed')
  const done = states.every(umap => umap.state === 'done')
  const share = running.reduce((sum, each) => sum + each, 0) / Math.max(running.length, 1)
  const put = (change: Partial<UmapSettings>) => setSettings({ ...settings, ...change })
  if (running.length > 0)
    return (
      <div className="flex shrink-0 items-center gap-3 border-b border-line bg-sunken px-3 py-1.5 text-xs text-muted">
        <span className="shrink-0">UMAP {Math.floor(share * 100)}%</span>
        <Progress label="UMAP" value={share} max={1} />
        <Button onClick={viewer.cancelUmap}>Cancel</Button>
      </div>
    )
  return (
    <form
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-3 py-1.5 text-xs text-muted"
      onSubmit={event => {
        event.preventDefault()
        viewer.startUmap(settings)
      }}
    >
      <Setting
        label="Neighbors"
        value={settings.neighbours}
        min={2}
        max={200}
        step={1}
        onChange={neighbours => put({ neighbours })}
      />
      <Setting
        label="Distance"
        value={settings.minDist}
        min={0}
        max={0.99}
        step={0.05}
        onChange={minDist => put({ minDist })}
      />
      <Setting
        label="Seed"
        value={settings.seed}
        min={0}
        max={999_999}
        step={1}
        onChange={seed => put({ seed })}
      />
      <Button type="submit" variant={done ? 'line' : 'go'}>
        {done ? 'Recompute' : 'Compute layout'}
      </Button>
      {shown.rows.length > umapPointsMax && !done && (
        <span>
          Uses a stratified sample of {formatCount(umapPointsMax)} of {formatCount(shown.rows.length)} texts;
          the others are placed by their neighbors.
        </span>
      )}
      {failed && (
        <span role="alert" className="text-bad">
          {failed.reason}
        </span>
      )}
    </form>
  )
}

function Setting({
  label,
  value,
  onChange,
  ...bounds
}: {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden>{label}</span>
      <span className="w-20">
        <NumberField
          label={label}
          value={value}
          onChange={next => next !== null && onChange(next)}
          {...bounds}
        />
      </span>
    </span>
  )
}
