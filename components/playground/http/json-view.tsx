'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { JsonEditor } from '#components/ui/form/json-editor.tsx'
import { formatBytes } from '#lib/client/format.ts'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import { readJsonObject } from './read-json-object.ts'
import { HttpBlock } from './http-block.tsx'

interface JsonViewProps {
  draft: Draft
  onDraftChange: (draft: Draft) => void
  onProblem: (problem: string | null) => void
}

// The editor processes its whole text on every keystroke.
const editableLengthMax = 300_000

/** The whole body as text. A body of megabytes is read-only until the user chooses to edit it. */
export function JsonView(props: JsonViewProps) {
  const [edited, setEdited] = useState(false)
  const body = toBody(props.draft)
  if (edited || body.length <= editableLengthMax) return <EditableJson {...props} />
  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-2 px-4 py-3.5 max-sm:px-3">
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          {formatBytes(body.length)} of text. Editing will be slow.
          <Button onClick={() => setEdited(true)}>Edit anyway</Button>
        </p>
        <HttpBlock label="request body" pretty>
          {body}
        </HttpBlock>
      </div>
    </div>
  )
}

/** While the text is not valid JSON the draft stays unchanged and Run is disabled. */
function EditableJson({ draft, onDraftChange, onProblem }: JsonViewProps) {
  const body = toBody(draft)
  const [edited, setEdited] = useState({ text: pretty(draft), of: body })
  // An outside change (an example, a link, the model picker) replaces the text.
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
        label="Request body (JSON)"
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
