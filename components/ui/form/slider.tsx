import type { CSSProperties } from 'react'

/** A native range input; `dim` while it shows only the default. */
export function Slider({
  label,
  value,
  onChange,
  min,
  max,
  step,
  dim = false,
}: {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step: number
  dim?: boolean
}) {
  return (
    <input
      type="range"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.valueAsNumber)}
      min={min}
      max={max}
      step={step}
      className={`slider ${dim ? 'opacity-60' : ''}`}
      style={{ '--filled': `${toPercent(value, min, max)}%` } as CSSProperties}
    />
  )
}

function toPercent(value: number, min: number, max: number): number {
  return Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100))
}
