'use client'
import { toRerankAnnouncement } from '#lib/client/rerank/announcement.ts'
import { useBoard } from './board-context.ts'

/** Tells a screen reader how the runs stand, and where something was moved to. */
export function RerankAnnouncer() {
  const { runs, restored } = useBoard()
  return <output className="sr-only">{restored ? '' : toRerankAnnouncement(runs)}</output>
}
