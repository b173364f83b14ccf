'use client'
import { Button } from '#components/ui/button.tsx'
import { decodeAddress } from '#lib/client/map/decode-address.ts'

/** Where the treemap stands, with the ways back up. */
export function TreemapPath({
  path,
  onGo,
}: {
  /** Names from the host down; empty: all hosts. */
  path: readonly string[]
  onGo: (path: readonly string[]) => void
}) {
  return (
    <nav aria-label="Folder shown" className="flex min-w-0 flex-wrap items-center gap-x-1 text-xs text-muted">
      {path.length === 0 ? (
        <span className="text-text">All hosts</span>
      ) : (
        <Button variant="link" className="min-h-6 text-xs" onClick={() => onGo([])}>
          All hosts
        </Button>
      )}
      {path.map((name, at) => {
        const last = at === path.length - 1
        const label = decodeAddress(name)
        return (
          <span key={path.slice(0, at + 1).join('/')} className="flex min-w-0 items-center gap-x-1">
            <span aria-hidden>/</span>
            {last ? (
              <span aria-current="true" className="truncate text-text">
                <bdi>{label}</bdi>
              </span>
            ) : (
              <Button
                variant="link"
                className="min-h-6 max-w-40 min-w-0 shrink text-xs"
                onClick={() => onGo(path.slice(0, at + 1))}
              >
                <bdi className="truncate">{label}</bdi>
              </Button>
            )}
          </span>
        )
      })}
    </nav>
  )
}
