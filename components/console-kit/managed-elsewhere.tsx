'use client'
import { useApi } from '#components/playground/form/api-context.tsx'

/** Says that a remote server manages this data. */
export function ManagedElsewhere({
  what,
  children,
}: {
  /** E.g. `API keys are managed`. */
  what: string
  /** A note on features that still apply to this console. */
  children?: string
}) {
  const { baseUrl } = useApi()
  return (
    <p className="text-muted">
      {what} by the server that this console connects to: <span className="break-all">{baseUrl}</span>
      {children && `. ${children}`}
    </p>
  )
}
