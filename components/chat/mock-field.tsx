'use client'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'

/** The saved answer of a tool: offered when the model asks for it, never sent by itself. */
export function MockField({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (text: string) => void
}) {
  return (
    <Field
      label="Saved mock"
      help={`Offered as the answer when the model asks for ${name}. Stays in this browser.`}
    >
      {ids => (
        <TextArea
          {...ids}
          rows={1}
          spellCheck={false}
          className="min-h-8 font-mono text-[0.78125rem]"
          placeholder='{"temperature":21}'
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
