'use client'
import { Slider as BaseSlider } from '@base-ui/react/slider'

/** A number between two ends; `dim` while the value shown is only the default. */
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
    <BaseSlider.Root
      value={value}
      onValueChange={next => onChange(typeof next === 'number' ? next : (next[0] ?? min))}
      min={min}
      max={max}
      step={step}
      className={dim ? 'opacity-60' : undefined}
    >
      <BaseSlider.Control className="flex h-6 w-full cursor-pointer touch-none items-center px-1.5 coarse:h-10">
        <BaseSlider.Track className="h-1 w-full rounded-full bg-line">
          <BaseSlider.Indicator className="rounded-full bg-accent" />
          <BaseSlider.Thumb
            aria-label={label}
            className="size-3.5 rounded-full border-[1.5px] border-accent bg-panel has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent coarse:size-5"
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
