'use client'
import { toScrapeAnnouncement } from './model/announcement.ts'
import { useScrape } from './scrape-context.ts'

/** Tells a screen reader how the reading stands. */
export function ScrapeAnnouncer() {
  const { rows, restored } = useScrape()
  return <output className="sr-only">{restored ? '' : toScrapeAnnouncement(rows)}</output>
}
