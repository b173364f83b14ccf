import type { ReferenceEntry } from '#lib/contracts/reference/reference-entry.ts'

const colors = { GET: 'text-ok', POST: 'text-accent-text', DELETE: 'text-bad' } as const

/** The HTTP method in its color, with a fixed width. */
export function MethodMark({ method }: { method: ReferenceEntry['method'] }) {
  return (
    <span className={`w-10 shrink-0 font-mono text-[0.6875rem] font-medium ${colors[method]}`}>
      {method === 'DELETE' ? 'DEL' : method}
    </span>
  )
}
