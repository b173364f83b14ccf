'use client'
import { toDocumentsAnnouncement } from '#lib/client/documents/announcement.ts'
import { useDocuments } from './documents-context.ts'

/** Tells a screen reader how the reading stands. */
export function DocumentsAnnouncer() {
  const { rows, restored } = useDocuments()
  return <output className="sr-only">{restored ? '' : toDocumentsAnnouncement(rows)}</output>
}
