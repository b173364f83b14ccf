'use client'
import { Button } from '#components/ui/button/button.tsx'
import { formatBytes } from '#lib/client/format.ts'
import type { ShownPieces } from './use-shown-pieces.ts'

/** Shows how much of a long text is not rendered yet, and renders it. */
export function ShowAll({ pieces, shownPieces }: { pieces: readonly string[]; shownPieces: ShownPieces }) {
  const { shown, goingOn, showAll } = shownPieces
  const left = pieces.slice(shown).reduce((sum, piece) => sum + piece.length, 0)
  if (left === 0) return null
  return (
    <p className="flex items-center gap-2 py-2 font-sans text-xs text-muted">
      {goingOn ? `Rendering: ${formatBytes(left)} left` : `${formatBytes(left)} more`}
      {!goingOn && <Button onClick={showAll}>Show all</Button>}
    </p>
  )
}
