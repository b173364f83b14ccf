'use client'
import { type KeyboardEvent, useMemo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { isUnsupported } from '#lib/client/search/find-evidence.ts'
import { useTurn } from './turn-context.ts'

/** A sentence of an answer: a click or Enter shows where its sources say it; the arrow keys go from one to the next. */
export function SentenceSpan({
  text,
  cites,
  first,
  children,
}: {
  text: string
  cites: readonly number[]
  /** The piece of it that takes the focus. */
  first: boolean
  children: string
}) {
  const { sources, picked, pick, source } = useTurn()
  const unsupported = useMemo(() => isUnsupported({ text, cites }, sources), [text, cites, sources])
  if (sources.length === 0) return children
  const chosen = picked?.text === text
  const toggle = () => pick({ text, cites })
  const style = classNames(
    'cursor-pointer rounded-xs decoration-1 underline-offset-4 hover:bg-sunken',
    unsupported && 'underline decoration-warn decoration-dotted',
    source !== null && cites.includes(source) && 'bg-sunken',
    chosen && 'bg-[color-mix(in_oklab,var(--accent)_18%,transparent)]',
  )
  if (!first)
    return (
      // The focus is on the first piece: the others only take the click of a pointer.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
      <span className={style} onClick={toggle}>
        {children}
      </span>
    )
  return (
    <span
      role="button"
      tabIndex={-1}
      data-sentence
      aria-pressed={chosen}
      aria-label={unsupported ? `${text} No matching text in its source.` : text}
      {...(unsupported && { 'data-tip': 'No matching text in its source' })}
      className={style}
      onClick={toggle}
      onKeyDown={event => onKey(event, toggle)}
    >
      {children}
    </span>
  )
}

function onKey(event: KeyboardEvent<HTMLElement>, toggle: () => void): void {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    toggle()
    return
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [
    ...(event.currentTarget.closest('[data-answer]')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? []),
  ]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
