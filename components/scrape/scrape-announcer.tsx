'use client'
import { toScrapeAnnouncement } from './model/announcement.ts'
import { useScrape } from './scrape-context.ts'

/** Announces the progress of the batch to screen readers. */
export function ScrapeAnnouncer() {
  const { rows, restored } = useScrape()
  return <output className="sr-only">{restored ? '' : toScrapeAnnouncement(rows)}</output>
}
