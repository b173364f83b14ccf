import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

/** Which rows of a long table are shown, and the way to the others. */
export function UsagePages({
  count,
  pageRows,
  page,
  go,
}: {
  count: number
  pageRows: number
  page: number
  go: ChangeUsagePlace
}) {
  if (count <= pageRows) return null
  const first = (page - 1) * pageRows
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      <Button disabled={page === 1} focusableWhenDisabled onClick={() => go({ page: page - 1 })}>
        Previous
      </Button>
      <Button
        disabled={first + pageRows >= count}
        focusableWhenDisabled
        onClick={() => go({ page: page + 1 })}
      >
        Next
      </Button>
      <p aria-live="polite" className="text-muted">
        {formatCount(first + 1)}–{formatCount(Math.min(first + pageRows, count))} of {formatCount(count)}
      </p>
    </nav>
  )
}
