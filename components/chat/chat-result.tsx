'use client'
import { useChatState } from './chat-context.ts'
import { Compare } from './compare.tsx'
import { StickToEnd } from './stick-to-end.tsx'
import { Transcript } from './transcript.tsx'

/** What came back: one conversation, or the columns of a comparison side by side. */
export function ChatResult() {
  const { columns } = useChatState()
  const [only] = columns
  return (
    <div className="relative h-full">
      <h2 className="sr-only">Answers</h2>
      {columns.length > 1 ? <Compare /> : <StickToEnd>{only && <Transcript column={only} />}</StickToEnd>}
    </div>
  )
}
