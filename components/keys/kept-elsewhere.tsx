'use client'
import { useApi } from '#components/playground/form/api-context.tsx'

/** Where something is looked after that this console does not keep itself. */
export function KeptElsewhere({
  what,
  children,
}: {
  /** E.g. `Keys are kept`. */
  what: string
  /** What holds here all the same. */
  children?: string
}) {
  const { baseUrl } = useApi()
  return (
    <p className="text-muted">
      {what} by the server that this console asks: <span className="break-all">{baseUrl}</span>
      {children && `. ${children}`}
    </p>
  )
}
