'use client'

import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import type { ToolDraft } from '#components/chat/model/draft/tool-drafts.ts'
import { useChatState, useChatStore } from '#components/chat/chat-context.ts'
import { JsonObjectField } from '#components/chat/json-object-field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'

const namePattern = /^[\w.-]{1,64}$/

/** One tool: name, description, schema of its arguments, and its saved mock. */
export function ToolForm({
  tool,
  onChange,
  onRemove,
}: {
  tool: ToolDraft
  onChange: (tool: ToolDraft) => void
  onRemove: () => void
}) {
  const store = useChatStore()
  const mock = useChatState().mocks[tool.name] ?? ''
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-canvas p-2.5">
      <Field
        label="Name"
        error={namePattern.test(tool.name) ? null : '1 to 64 letters, digits, underscores, dots or dashes'}
      >
        {ids => (
          <Input
            {...ids}
            className="font-mono"
            spellCheck={false}
            value={tool.name}
            onChange={event => onChange({ ...tool, name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description">
        {ids => (
          <Input
            {...ids}
            value={tool.description}
            onChange={event => onChange({ ...tool, description: event.target.value })}
          />
        )}
      </Field>
      <JsonObjectField
        label="Parameters (JSON Schema)"
        value={tool.parameters}
        onChange={parameters => onChange({ ...tool, parameters })}
      />
      <MockField
        name={tool.name}
        value={mock}
        onChange={text => store.update(state => ({ ...state, mocks: { ...state.mocks, [tool.name]: text } }))}
      />
      <div className="flex items-center gap-2">
        <Switch
          label="Strict: the arguments must match the schema"
          checked={tool.strict === true}
          onChange={on => onChange({ ...tool, strict: on ? true : null })}
        />
        <span className="text-muted">strict</span>
        <span className="flex-1" />
        <Button variant="plain" onClick={onRemove}>
          Remove tool
        </Button>
      </div>
    </div>
  )
}

/** The saved answer of a tool: offered when the model calls it, never sent automatically. */
function MockField({
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
      help={`Offered as the answer when the model calls ${name}. Stored in this browser only.`}
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
