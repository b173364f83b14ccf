'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { JsonEditor } from '#components/ui/json-editor.tsx'
import { type Draft, toBody } from '#lib/client/draft.ts'
import { readJsonObject } from './read-json-object.ts'

/** The whole body as text. While it cannot be read the draft stays as it was, and Run is off. */
export function JsonView({
  draft,
  onDraftChange,
  onProblem,
}: {
  draft: Draft
  onDraftChange: (draft: Draft) => void
  onProblem: (problem: string | null) => void
}) {
  const body = toBody(draft)
  const [edited, setEdited] = useState({ text: pretty(draft), of: body })
  // A change from elsewhere (an example, a link, the model picker) replaces the text.
  const text = edited.of === body ? edited.text : pretty(draft)
  const reading = readJsonObject(text)
  const problem = reading.ok ? null : reading.problem
  const report = useEffectEvent(onProblem)

  useEffect(() => report(problem), [problem])
  useEffect(() => () => report(null), [])

  const change = (next: string) => {
    const read = readJsonObject(next)
    if (!read.ok) return setEdited({ text: next, of: body })
    const changed = { ...draft, body: read.value }
    setEdited({ text: next, of: toBody(changed) })
    onDraftChange(changed)
  }

  return (
    <div className="flex h-full flex-col gap-2 px-4 py-3.5 max-sm:px-3">
      <JsonEditor
        label="Request body as JSON"
        value={text}
        onChange={change}
        className="max-h-none min-h-0 flex-1"
      />
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

function pretty(draft: Draft): string {
  return JSON.stringify(draft.body, null, 2)
}
