'use client'
import type { KeyboardEvent } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import type { Grade } from '#lib/client/rerank/truth.ts'

const grades: readonly Grade[] = [0, 1, 2, 3]
const choices = grades.map(grade => ({ value: String(grade), label: String(grade) }))

/** 0 to 3 by click, arrow or digit; Backspace takes the grade back. */
export function GradeControl({
  label,
  value,
  onChange,
}: {
  label: string
  value: Grade | null
  onChange: (grade: Grade | null) => void
}) {
  const press = (event: KeyboardEvent) => {
    const digit = grades.find(grade => String(grade) === event.key)
    const clears = event.key === 'Backspace' || event.key === 'Delete'
    if ((digit === undefined && !clears) || event.metaKey || event.ctrlKey || event.altKey) return
    // Digits outside of a control switch between the result's tabs.
    event.preventDefault()
    onChange(digit ?? null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the radio buttons inside
    <span onKeyDown={press} className="shrink-0">
      <Segmented
        label={label}
        choices={choices}
        value={value === null ? null : String(value)}
        onChange={next => onChange(grades.find(grade => String(grade) === next) ?? null)}
      />
    </span>
  )
}
