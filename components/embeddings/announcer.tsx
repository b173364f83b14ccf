'use client'
import { toAnnouncement } from './state/announcement.ts'
import { useViewerState } from './viewer-context.ts'

/** Tells a screen reader how the run stands and what was selected; never the texts. */
export function Announcer() {
  const text = useViewerState(toAnnouncement)
  return <output className="sr-only">{text}</output>
}
