'use client'
import { Button } from '#components/ui/button.tsx'
import { Slider } from '#components/ui/slider.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { keptHits } from '#lib/client/rerank/kept-hits.ts'
import { useBoardView } from './board-context.ts'

/** How good is good enough: what stays by each model, as the slider moves. */
export function ThresholdBar({ result }: { result: BoardResult }) {
  const [{ threshold }, setView] = useBoardView()
  const ranked = result.columns.filter(({ run, hits }) => run !== null && hits.length > 0)
  if (ranked.length === 0) return null
  const counts = ranked.map(
    ({ hits }) => `${formatCount(keptHits(hits, threshold).length)} of ${formatCount(hits.length)}`,
  )
  return (
    <div className="flex shrink-0 items-center gap-3 border-t border-line bg-panel px-3 py-1 text-xs text-muted">
      <span className="whitespace-nowrap">Threshold</span>
      <span className="max-w-72 min-w-24 flex-1">
        <Slider
          label="Threshold"
          value={threshold ?? 0}
          onChange={next => setView({ threshold: next })}
          min={0}
          max={1}
          step={0.01}
          dim={threshold === null}
        />
      </span>
      <span className="w-8 text-right font-mono">{threshold === null ? '–' : threshold.toFixed(2)}</span>
      <span className="text-text">kept {counts.join(' · ')}</span>
      {threshold !== null && (
        <Button variant="link" className="text-xs" onClick={() => setView({ threshold: null })}>
          Reset
        </Button>
      )}
    </div>
  )
}
