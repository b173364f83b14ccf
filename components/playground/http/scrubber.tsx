'use client'
import { Pause, Play, StepForward } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { formatMs } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import type { Replay } from '#components/playground/history/use-replay.ts'

const rates = [1, 4]

/** Steps through the recorded events of a stream: manually, at original speed or faster. */
export function Scrubber({ run, replay, onPlay }: { run: Run; replay: Replay; onPlay?: () => void }) {
  const { eventCount, rate } = replay
  const total = run.events.length
  return (
    <section aria-label="Replay" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {rate === null ? (
        rates.map(each => (
          <Button
            key={each}
            aria-label={`Replay at ${each}×`}
            onClick={() => {
              replay.play(each)
              onPlay?.()
            }}
          >
            <Play size={14} aria-hidden /> {each}×
          </Button>
        ))
      ) : (
        <Button onClick={replay.pause}>
          <Pause size={14} aria-hidden /> Pause
        </Button>
      )}
      <IconButton
        label="Next event"
        disabled={eventCount >= total}
        focusableWhenDisabled
        onClick={() => replay.seek(eventCount + 1)}
      >
        <StepForward size={14} aria-hidden />
      </IconButton>
      <div className="min-w-24 flex-1">
        <Slider
          label="Events shown in the result"
          value={eventCount}
          onChange={replay.seek}
          min={0}
          max={total}
          step={1}
        />
      </div>
      <span className="min-w-36 text-right">
        {eventCount} of {total} events · {formatMs(run.events[eventCount - 1]?.atMs ?? 0)}
      </span>
      {replay.on && (
        <Button variant="link" className="text-xs" onClick={replay.close}>
          Show full answer
        </Button>
      )}
    </section>
  )
}
