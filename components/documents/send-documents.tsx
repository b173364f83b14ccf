'use client'
import { Send } from 'lucide-react'
import { useSendTo } from '#components/playground/use-send-to.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
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
  const label = rows.length === 1 ? 'Send the document to' : `Send ${rows.length} documents to`
  return (
    <Menu
      trigger={
        compact ? (
          <IconButton label={label} className="size-6 coarse:size-10">
            <Send size={14} aria-hidden />
          </IconButton>
        ) : (
          <Button variant="plain">
            <Send size={14} aria-hidden />
            {label}
          </Button>
        )
      }
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
