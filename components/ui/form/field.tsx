import { type ReactNode, useId } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, help and error below; `children` receives the ids that associate the control with them. */
export function Field({
  label,
  help,
  error,
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
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="mb-1 flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
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
