'use client'
import type { RemovedLine } from '#lib/client/documents/read-blocks.ts'
import { formatCount } from '#lib/client/format.ts'

/** Headers and footers that were taken out: each once, with how often. */
export function RemovedLines({ removed }: { removed: readonly RemovedLine[] }) {
  const counts = new Map<string, number>()
  for (const { text } of removed) counts.set(text, (counts.get(text) ?? 0) + 1)
  return (
    <details className="text-xs text-muted">
      <summary className="w-fit cursor-pointer py-1">
        {formatCount(counts.size)} {counts.size === 1 ? 'line' : 'lines'} taken out of the pages
      </summary>
      <ul aria-label="Lines taken out" className="flex flex-col gap-0.5 pl-3">
        {[...counts].slice(0, 200).map(([text, count]) => (
          <li key={text}>
            <del>{text}</del>
            {count > 1 && ` · ${formatCount(count)} times`}
          </li>
        ))}
      </ul>
    </details>
  )
}
