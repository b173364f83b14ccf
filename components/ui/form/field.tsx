'use client'
import { createContext, type ReactNode, useCallback, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Where a control says that its text cannot be read; null: it can. The label distinguishes controls of one field. */
export const FieldProblemContext = createContext<((label: string, problem: string | null) => void) | null>(
  null,
)

/** The problems of controls, in the order in which they appeared, and where controls report them. */
export function useFieldProblems() {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const report = useCallback((label: string, problem: string | null) => {
    setProblems(all => {
      const next = new Map(all)
      if (problem === null) next.delete(label)
      else next.set(label, problem)
      return next
    })
  }, [])
  return { problems, report }
}

/** Label above, help and error below; `children` receives the ids that associate the control with them. */
export function Field({
  label,
  help,
  error: given,
  aside,
  className,
  children,
}: {
  label: ReactNode
  help?: ReactNode
  error?: string | null | undefined
  /** Right of the label: a count, a reset button. */
  aside?: ReactNode
  className?: string
  children: (ids: FieldIds) => ReactNode
}) {
  const id = useId()
  const { problems, report } = useFieldProblems()
  const [own] = problems.values()
  const error = own ?? given
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="mb-1 flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      <FieldProblemContext value={report}>
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </FieldProblemContext>
      {help && (
        <p id={`${id}-help`} className="mt-1 text-xs text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
