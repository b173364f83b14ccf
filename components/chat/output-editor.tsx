'use client'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { readActive, updateColumn } from './model/chat-state.ts'
import { readOutput, writeOutput, type OutputDraft } from './model/draft/output-draft.ts'
import { useChatState, useChatStore } from './chat-context.ts'
import { JsonObjectField } from './json-object-field.tsx'

const choices = [
  { value: 'text', label: 'Text' },
  { value: 'json_object', label: 'JSON' },
  { value: 'json_schema', label: 'Schema' },
]

/** The output format: text, any JSON object, or JSON that matches a schema. */
export function OutputEditor() {
  const store = useChatStore()
  const column = readActive(useChatState())
  const output = readOutput(column.params)
  const save = (next: OutputDraft) =>
    store.update(state =>
      updateColumn(state, column.id, each => ({ ...each, params: writeOutput(each.params, next) })),
    )
  return (
    <section aria-label="Output" data-field="response_format" className="flex flex-col gap-2">
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Output</h2>
        <Segmented
          label="Output format"
          choices={choices}
          value={output.type}
          placeholder="text"
          onChange={type => save({ ...output, type: type as OutputDraft['type'] })}
        />
      </header>
      {output.type === 'json_schema' && (
        <div className="flex flex-col gap-2 rounded-md border border-line bg-canvas p-2.5">
          <Field label="Schema name">
            {ids => (
              <Input
                {...ids}
                value={output.name}
                onChange={event => save({ ...output, name: event.target.value })}
              />
            )}
          </Field>
          <JsonObjectField
            label="Schema (JSON Schema)"
            value={output.schema}
            onChange={schema => save({ ...output, schema })}
          />
          <div className="flex items-center gap-2">
            <Switch
              label="Strict: the answer must match the schema"
              checked={output.strict === true}
              onChange={on => save({ ...output, strict: on ? true : null })}
            />
            <span className="text-muted">strict</span>
          </div>
        </div>
      )}
    </section>
  )
}
