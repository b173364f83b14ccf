'use client'
import { useState } from 'react'
import { JsonEditor } from '#components/ui/form/json-editor.tsx'
import { type JsonObject } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

/**
 * Edits an object as JSON; the draft updates when the text is valid and keeps the last valid object
 * otherwise.
 */
export function JsonObjectField({
  label,
  value,
  onChange,
}: {
  label: string
  value: JsonObject | null
  onChange: (value: JsonObject | null) => void
}) {
  const [edited, setEdited] = useState<{ text: string; value: JsonObject | null } | null>(null)
  // Keeps the text as typed, unless the draft has changed elsewhere since.
  const shown = edited && JSON.stringify(edited.value) === JSON.stringify(value) ? edited.text : print(value)
  const parsed = readJson(shown)
  const invalid = shown.trim() !== '' && !isRecord(parsed)
  const write = (text: string) => {
    const next = readJson(text)
    const object = text.trim() === '' ? null : isRecord(next) ? next : value
    setEdited({ text, value: object })
    if (object !== value) onChange(object)
  }
  return (
    <div>
      <p className="mb-1 text-xs text-muted">{label}</p>
      <JsonEditor label={label} value={shown} onChange={write} />
      {invalid && (
        <p role="alert" className="mt-1 text-xs text-bad">
          Invalid JSON object; the last valid one is sent
        </p>
      )}
    </div>
  )
}

function print(value: JsonObject | null): string {
  return value === null ? '' : JSON.stringify(value, null, 2)
}
