'use client'
import { useState } from 'react'
import { Slider } from '#components/ui/slider.tsx'

/** A slider that acts when it is let go. */
export function CommitSlider({
  label,
  words,
  value,
  min,
  max,
  step,
  onCommit,
}: {
  label: string
  /** The value in words, beside it. */
  words: (value: number) => string
  /** In force now. */
  value: number
  min: number
  max: number
  step: number
  onCommit: (value: number) => void
}) {
  const [moved, setMoved] = useState<number | null>(null)
  const shown = moved ?? value
  const commit = () => {
    setMoved(null)
    if (moved !== null && moved !== value) onCommit(moved)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears when the slider within is let go
    <div className="flex items-center gap-2" onPointerUp={commit} onKeyUp={commit} onBlur={commit}>
      <span className="w-44 shrink-0">{words(shown)}</span>
      <span className="w-40 max-w-full">
        <Slider
          label={label}
          min={min}
          max={max}
          step={step}
          value={Math.min(shown, max)}
          onChange={setMoved}
        />
      </span>
    </div>
  )
}
