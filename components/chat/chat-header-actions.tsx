'use client'
import { Columns2, Ellipsis, SquarePen } from 'lucide-react'
import { useRef } from 'react'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.ts'
import { addColumn, columnsMax } from '#lib/client/chat/chat-state.ts'
import { readDraftFile, toDraftFile } from '#lib/client/chat/draft-file.ts'
import { newId } from '#lib/client/new-id.ts'
import { useChatState, useChatStore, useRunning } from './chat-context.ts'
import { useChatSession } from './chat-session-context.ts'

/** New chat, compare, export and import. */
export function ChatHeaderActions() {
  const store = useChatStore()
  const session = useChatSession()
  const { columns } = useChatState()
  const running = useRunning()
  const file = useRef<HTMLInputElement>(null)

  const full = columns.length === columnsMax || running
  const compare = () => store.update(state => addColumn(state, newId()))
  const saveMarkdown = async () => {
    const { toMarkdown } = await import('#lib/client/chat/to-markdown.ts')
    download('conversation.md', toMarkdown(store.readWithPartials()), 'text/markdown')
  }
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    const state = readDraftFile(await chosen.text(), newId)
    if (typeof state === 'string') return showToast('The file could not be opened', { description: state })
    session.replace(state)
    showToast('Opened from the file. Nothing has run.')
  }

  return (
    <>
      <IconButton label="New chat" className="max-sm:hidden" onClick={() => session.startNew()}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
      <Button
        variant="plain"
        className="max-sm:hidden"
        disabled={full}
        focusableWhenDisabled
        onClick={compare}
      >
        <Columns2 size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">{columns.length > 1 ? 'Add column' : 'Compare'}</span>
      </Button>
      <Menu
        trigger={
          <IconButton label="More">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'New chat', onSelect: () => session.startNew() },
          { label: columns.length > 1 ? 'Add column' : 'Compare', disabled: full, onSelect: compare },
          {
            label: 'Conversation (Markdown)',
            onSelect: () => void saveMarkdown(),
          },
          {
            label: 'Request (JSON)',
            onSelect: () => download('chat.json', toDraftFile(store.read()), 'application/json'),
          },
          { label: 'Open a request (JSON)', onSelect: () => file.current?.click() },
        ]}
      />
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Request file"
        className="hidden"
        onChange={event => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
