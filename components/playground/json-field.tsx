'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { JsonEditor } from '#components/ui/json-editor.tsx'
import { findJsonMistake } from './find-json-mistake.ts'

/** One field of the body as JSON text; unset until the text can be read. */
export function JsonField({
  name,
  value,
  onChange,
}: {
  name: string
  value: unknown
  onChange: (value: unknown) => void
}) {
  const current = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [edited, setEdited] = useState({ text: current, of: current })
  const text = edited.of === current ? edited.text : current
  const problem = readProblem(text)
  const change = (next: string) => {
    const parsed = parse(next)
    setEdited({ text: next, of: parsed === undefined ? current : JSON.stringify(parsed, null, 2) })
    if (parsed !== undefined) onChange(parsed)
    else if (next.trim() === '') onChange(undefined)
  }
  if (value === undefined && text === '') {
    return (
      <Button
        variant="plain"
        className="h-6 px-1 text-xs"
        onClick={() => setEdited({ text: '{\n  \n}', of: current })}
      >
        Write JSON
      </Button>
    )
  }
  return (
    <>
      <JsonEditor label={name} value={text} onChange={change} />
      {problem && <p className="mt-1 text-xs text-bad">{problem}</p>}
    </>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readProblem(text: string): string | null {
  if (text.trim() === '' || parse(text) !== undefined) return null
  const { offset, reason } = findJsonMistake(text)
  return `Line ${text.slice(0, offset).split('\n').length}: ${reason}.`
}
