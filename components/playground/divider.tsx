'use client'
import type { KeyboardEvent, PointerEvent } from 'react'
import { writeCookie } from '#components/shell/write-cookie.ts'

const min = 25
const max = 75
const steps: Readonly<Record<string, number>> = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }

export interface DividerProps {
  /** Share of the request, in percent. */
  value: number
  onChange: (percent: number) => void
  /** Where a double click puts it. */
  usual: number
  /** Whether the next page opens with it. */
  remembered: boolean
}

/** Moves the border between request and result, by pointer or arrow keys; double click puts it back. */
export function Divider({ value, onChange, usual, remembered }: DividerProps) {
  const set = (percent: number) => {
    const next = Math.round(Math.min(max, Math.max(min, percent)) * 10) / 10
    onChange(next)
    if (remembered) writeCookie('sextant_split', String(next))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) set(((event.clientX - box.left) / box.width) * 100)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(value + step)
  }
  return (
    <div
      // A focusable separator is a widget of its own (ARIA 1.2): it takes arrow keys and has a value; hr is none.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      data-area="divider"
      role="separator"
      aria-label="Width of the request"
      aria-orientation="vertical"
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-controls="bench-request"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className="relative hidden cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-left-3 after:w-6 after:content-[''] hover:bg-accent lg:block"
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => set(usual)}
    />
  )
}
