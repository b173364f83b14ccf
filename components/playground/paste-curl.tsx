'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { isCurl } from './is-curl.ts'
import { loadOpenCurl } from './load-open-curl.ts'

/** Fills the form from a curl command; it runs nothing. */
export function PasteCurl({
  contract,
  onDraftChange,
}: {
  contract: ContractInfo
  onDraftChange: (draft: Draft) => void
}) {
  const [text, setText] = useState('')
  const [notes, setNotes] = useState<readonly string[]>([])
  const open = async (command: string) => {
    setText(command)
    if (command.trim() === '') return setNotes([])
    const opened = await loadOpenCurl(command, contract)
    setNotes(opened.notes)
    if (opened.draft) onDraftChange(opened.draft)
  }
  return (
    <section aria-label="Paste a curl" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">Or paste a curl</h2>
      <TextArea
        aria-label="curl command"
        placeholder={`curl …${contract.path} -d '{…}'`}
        spellCheck={false}
        className="font-mono text-[0.78125rem]"
        value={text}
        onChange={event => setText(event.target.value)}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text/plain')
          if (!isCurl(pasted)) return
          event.preventDefault()
          void open(pasted)
        }}
      />
      <div className="flex items-start gap-3">
        <Button onClick={() => void open(text)} disabled={text.trim() === ''}>
          Fill the form
        </Button>
        <ul aria-live="polite" className="min-w-0 flex-1 text-xs text-muted">
          {notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
