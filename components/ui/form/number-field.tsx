'use client'
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { FieldProblemContext } from './field.tsx'
import { inputStyle } from './input.tsx'

export interface NumberFieldProps {
  id?: string | undefined
  label?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  /** 0: whole numbers only. */
  decimalsMax?: number | undefined
  /** Saved text that is not a number. */
  unreadable?: string | undefined
  /** The text of a number that cannot be read; without it, the form that contains the field is not submitted. */
  onUnreadable?: ((text: string) => void) | undefined
  /** The default, shown while the field is empty. */
  placeholder?: string | undefined
  className?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/**
 * A number, or null while the field is empty. Out-of-range values are kept, so that the API reports them. Text that is
 * not a number stays, is marked, and keeps the form from being submitted.
 */
export function NumberField(props: NumberFieldProps) {
  const { id, label, value, onChange, min, max, step = 1, decimalsMax, placeholder, className } = props
  const { unreadable, onUnreadable, 'aria-invalid': invalid } = props
  const shown = unreadable ?? (value === null ? '' : String(value))
  const current = unreadable ?? value
  const [typed, setTyped] = useState({ text: shown, of: current, done: true })
  // `1.` and `-` are incomplete numbers: keep them as typed.
  const text = typed.of === current ? typed.text : shown
  const read = readNumber(text, decimalsMax)
  const problem = 'problem' in read && (typed.done || !isIncomplete(text)) ? read.problem : null
  const isRefused = 'problem' in read && onUnreadable === undefined
  const input = useProblem(
    isRefused ? read.problem : '',
    onUnreadable === undefined ? problem : null,
    label ?? '',
  )

  const type = (next: string) => {
    const entered = readNumber(next, decimalsMax)
    if ('problem' in entered) {
      setTyped({ text: next, of: onUnreadable === undefined ? current : next, done: false })
      return onUnreadable?.(next)
    }
    setTyped({ text: next, of: entered.number, done: false })
    if (entered.number !== current) onChange(entered.number)
  }
  const leave = () => setTyped({ text: 'problem' in read ? text : shown, of: current, done: true })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const start = value ?? (Number(placeholder) || 0)
    const stepped = start + (event.key === 'ArrowUp' ? step : -step)
    const next = Number(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, stepped)).toFixed(10))
    setTyped({ text: String(next), of: next, done: true })
    onChange(next)
  }
  return (
    <input
      ref={input}
      id={id}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={text}
      onChange={event => type(event.target.value)}
      onBlur={leave}
      onKeyDown={press}
      placeholder={placeholder}
      className={classNames(inputStyle, 'tabular-nums', className)}
      aria-describedby={props['aria-describedby']}
      aria-invalid={problem === null ? invalid : true}
    />
  )
}

/** Keeps the form from being submitted, and shows the problem at the field. */
function useProblem(refusal: string, problem: string | null, label: string) {
  const input = useRef<HTMLInputElement>(null)
  const report = useContext(FieldProblemContext)
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal])
  useEffect(() => {
    if (problem === null || report === null) return
    report(label, problem)
    return () => report(label, null)
  }, [problem, label, report])
  return input
}

type ReadNumber = { readonly number: number | null } | { readonly problem: string }

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** As many as a number keeps exactly. */
const digitsMax = 15

/** Null: the text is empty. A number that would be rounded is a problem, like one that cannot be read. */
export function readNumber(text: string, decimalsMax?: number): ReadNumber {
  const trimmed = text.trim()
  if (trimmed === '') return { number: null }
  const number = Number(trimmed)
  if (!decimal.test(trimmed) || !Number.isFinite(number)) {
    return {
      problem:
        decimalsMax === 0
          ? 'Enter a whole number such as 1000, without commas or symbols.'
          : 'Enter a number such as 10.5, without commas or symbols.',
    }
  }
  if (decimalsMax !== undefined && Number(number.toFixed(decimalsMax)) !== number) {
    return { problem: decimalsMax === 0 ? 'Enter a whole number.' : `Enter at most ${decimalsMax} decimals.` }
  }
  if (String(number) === trimmed) return { number }
  const [mantissa = ''] = trimmed.split(/e/i)
  const digits = mantissa.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
  return digits.length > digitsMax ? { problem: `Enter at most ${digitsMax} digits.` } : { number }
}

function isIncomplete(text: string): boolean {
  return /^\s*[+-]?\.?$/.test(text)
}
