import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/client/format.ts'

/** Pagination of a long table; renders nothing if there is one page. */
export function Pagination({
  count,
  pageRows,
  page,
  onTurn,
}: {
  count: number
  pageRows: number
  /** From 1. */
  page: number
  onTurn: (page: number) => void
}) {
  if (count <= pageRows) return null
  const first = (page - 1) * pageRows
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      <Button disabled={page === 1} focusableWhenDisabled onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <Button disabled={first + pageRows >= count} focusableWhenDisabled onClick={() => onTurn(page + 1)}>
        Next
      </Button>
      <p aria-live="polite" className="text-muted">
        {formatCount(first + 1)}–{formatCount(Math.min(first + pageRows, count))} of {formatCount(count)}
      </p>
    </nav>
  )
}
