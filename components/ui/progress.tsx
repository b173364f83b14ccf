'use client'
import { Progress as BaseProgress } from '@base-ui/react/progress'

/** A bar with a name; null: how far is unknown. */
export function Progress({
  label,
  value,
  max,
  text,
}: {
  label: string
  value: number | null
  max: number
  /** What a screen reader hears instead of the percentage. */
  text?: string
}) {
  return (
    <BaseProgress.Root
      aria-label={label}
      value={value}
      max={max}
      getAriaValueText={(_, current) =>
        text ?? (current === null ? 'unknown' : `${Math.round((current / max) * 100)} %`)
      }
    >
      <BaseProgress.Track className="h-1 overflow-hidden rounded-full bg-line">
        <BaseProgress.Indicator className="h-full bg-accent transition-[width] duration-150" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
