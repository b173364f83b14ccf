'use client'
import { toSearchAnnouncement } from '#lib/client/search/announcement.ts'
import { useSearch } from './search-context.ts'

/** Tells a screen reader how the search stands, never what it says. */
export function SearchAnnouncer() {
  const { turn, restored } = useSearch()
  return <output className="sr-only">{restored || turn === null ? '' : toSearchAnnouncement(turn)}</output>
}
