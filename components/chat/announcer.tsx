'use client'
import { useSyncExternalStore } from 'react'
import { toAnnouncement } from '#lib/client/chat/announcement.ts'
import { useChatState, useChatStore } from './chat-context.ts'
import { columnLabel } from './column-label.ts'

/** Tells a screen reader how the runs stand: started, finished, stopped, failed; never the words of an answer. */
export function Announcer() {
  const { runs } = useChatStore()
  const { columns } = useChatState()
  const text = useSyncExternalStore(
    runs.subscribe,
    () =>
      columns
        .map((column, index) => {
          const live = runs.readColumn(column.id)
          const said = live && !live.restored ? toAnnouncement(live.record) : ''
          return said !== '' && columns.length > 1 ? `${columnLabel(column, index)}: ${said}` : said
        })
        .filter(said => said !== '')
        .join('. '),
    () => '',
  )
  return <output className="sr-only">{text}</output>
}
