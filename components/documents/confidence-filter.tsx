'use client'
import { Slider } from '#components/ui/slider.tsx'
import { formatShare } from '#lib/client/format.ts'

/** Marks what was recognised with less certainty than this. */
export function ConfidenceFilter({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <span className="flex items-center gap-2">
      Mark what is less than {formatShare(value)} sure
      <span className="w-32">
        <Slider label="Certainty" min={0} max={1} step={0.05} value={value} onChange={onChange} />
      </span>
    </span>
  )
}
