import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ProviderDraft } from './provider-draft.ts'

const openaiChoices = [
  { value: 'translate', label: 'Translate its requests' },
  { value: 'base', label: 'Forward to the base URL' },
  { value: 'path', label: 'Forward to another path' },
] as const
const anthropicChoices = [
  { value: 'forward', label: 'Forward its requests' },
  { value: 'off', label: 'Translate its requests' },
] as const

/** That of DeepSeek. */
const pathExample = '/anthropic/v1'

/** Whether requests of the Messages API are forwarded as they are, and where to. */
export function MessagesApiField({
  draft: { kind, messagesApi },
  error,
  onChange,
}: {
  draft: Pick<ProviderDraft, 'kind' | 'messagesApi'>
  error: string | null
  onChange: (messagesApi: string) => void
}) {
  if (kind === 'anthropic') {
    return (
      <Field label="Messages API" help="A forwarded request keeps its prompt cache." error={error}>
        {ids => (
          <NativeSelect
            {...ids}
            choices={anthropicChoices}
            value={messagesApi === 'off' ? 'off' : 'forward'}
            onChange={chosen => onChange(chosen === 'off' ? 'off' : '')}
          />
        )}
      </Field>
    )
  }
  const hasPath = messagesApi.startsWith('/')
  const chosen = hasPath ? 'path' : messagesApi === 'base' ? 'base' : 'translate'
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field
        label="Messages API"
        help="Forward if the server has it, such as vLLM, llama.cpp or Ollama."
        error={hasPath ? null : error}
      >
        {ids => (
          <NativeSelect
            {...ids}
            choices={openaiChoices}
            value={chosen}
            onChange={next => onChange(next === 'path' ? pathExample : next === 'base' ? next : '')}
          />
        )}
      </Field>
      {hasPath && (
        <Field label="Path of the Messages API" help="On the host of the base URL." error={error}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={2048}
              placeholder={pathExample}
              value={messagesApi}
              onChange={({ target: { value } }) => onChange(value.startsWith('/') ? value : `/${value}`)}
            />
          )}
        </Field>
      )}
    </div>
  )
}
