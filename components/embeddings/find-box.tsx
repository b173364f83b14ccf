'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { useChoose, useViewer, useViewerState } from './viewer-context.ts'

/** Texts that contain words at once, or those nearest to a question, which is embedded for it. */
export function FindBox() {
  const viewer = useViewer()
  const choose = useChoose()
  const anchor = useViewerState(state => state.anchor)
  const [text, setText] = useState('')
  const asked = anchor?.kind === 'query' ? anchor : null
  const write = (next: string) => {
    setText(next)
    choose({ find: next })
    // A new search takes the place of the neighbours that are shown.
    if (anchor) viewer.anchorRow(null)
  }
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') viewer.anchorQuery(text.trim())
  }
  return (
    <form onSubmit={ask} className="flex flex-col gap-1" role="search">
      <Input
        type="search"
        aria-label="Find texts"
        placeholder="Find words, or ask"
        value={text}
        onChange={event => write(event.target.value)}
      />
      {text.trim() !== '' && !asked && (
        <Button type="submit" className="self-start text-xs">
          Rank by nearness to this
        </Button>
      )}
      {asked?.state === 'running' && <p className="text-xs text-muted">Embedding “{asked.text}”…</p>}
      {asked?.state === 'failed' && (
        <p role="alert" className="text-xs text-bad">
          {asked.reason}
        </p>
      )}
    </form>
  )
}
