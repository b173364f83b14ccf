'use client'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { inputStyle } from './input.tsx'
import type { Choice } from './segmented.tsx'

const SelectPopup = lazy(() => import('./select-popup.tsx').then(module => ({ default: module.SelectPopup })))

export interface SelectProps {
  id?: string | undefined
  label?: string | undefined
  choices: readonly Choice[]
  value: string | null
  onChange: (value: string) => void
  placeholder?: string | undefined
  className?: string | undefined
}

/** A select for long lists; the popup loads when first opened. */
export function Select(props: SelectProps) {
  const { id, label, choices, value, placeholder, className } = props
  const [wanted, setWanted] = useState(false)
  const listId = useId()
  const closed = (
    <button
      type="button"
      role="combobox"
      id={id}
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={listId}
      onClick={() => setWanted(true)}
      onKeyDown={event => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setWanted(true)
      }}
      className={classNames(inputStyle, 'flex items-center justify-between gap-2', className)}
    >
      <span className={value === null ? 'truncate text-muted' : 'truncate'}>
        {choices.find(choice => choice.value === value)?.label ?? placeholder ?? 'Choose'}
      </span>
      <ChevronDown size={16} aria-hidden />
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <SelectPopup {...props} />
    </Suspense>
  )
}
