'use client'
import { SendMenu } from '#components/playground/send-menu.tsx'
import { useSendTo } from '#components/playground/use-send-to.ts'
import { toChunkItems, toTextItems } from '#lib/client/documents/document-items.ts'
import { type DocumentRow, mainRun } from '#lib/client/documents/document-row.ts'

/** Sends documents to another playground, whole or as the chunks that were made of them; nothing runs there. */
export function SendDocuments({
  rows,
  compact = false,
}: {
  rows: readonly DocumentRow[]
  compact?: boolean
}) {
  const runId = (rows[0] && mainRun(rows[0])?.id) ?? null
  const chunks = toChunkItems(rows)
  const texts = useSendTo({
    from: 'upload',
    kind: 'files',
    content: () => ({ items: toTextItems(rows), query: null, runId }),
  })
  const pieces = useSendTo({
    from: 'upload',
    kind: 'chunks',
    content: () => ({ items: chunks, query: null, runId }),
  })
  return (
    <SendMenu
      label={rows.length === 1 ? 'Send the document to' : `Send ${rows.length} documents to`}
      compact={compact && 'small'}
      actions={[
        ...texts.map(({ name, send }) => ({ label: name, onSelect: () => void send() })),
        ...(chunks.length > 0 ? pieces : []).map(({ name, send }) => ({
          label: `${name}, ${chunks.length} chunks`,
          onSelect: () => void send(),
        })),
      ]}
    />
  )
}
