'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showToast } from '#components/ui/toast.ts'
import { isAwaited, isRead, isUnread } from '#lib/client/documents/document-row.ts'
import { formatCount } from '#lib/client/format.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'

/** One note when a press with several files has ended, with a way to read again what was not read. */
export function useOutcomeToast(): void {
  const store = useDocumentsStore()
  const { rows, entry, restored } = useDocuments()
  const going = rows.some(isAwaited)
  const wasGoing = useRef<string>(null)
  const tell = useEffectEvent(() => {
    const unread = rows.filter(isUnread).length
    const title = `${formatCount(rows.filter(isRead).length)} read${unread > 0 ? `, ${formatCount(unread)} not` : ''}`
    showToast(title, unread > 0 ? { action: { label: 'Retry', onSelect: store.retryUnread } } : {})
  })
  const many = rows.length > 1 && !restored
  useEffect(() => {
    if (going) {
      wasGoing.current = entry?.id ?? null
      return
    }
    if (many && wasGoing.current !== null && wasGoing.current === entry?.id) tell()
    wasGoing.current = null
  }, [going, many, entry])
}
