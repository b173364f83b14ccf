import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ProviderDraft } from './provider-draft.ts'

interface ApiFormat {
  readonly label: string
  readonly help: string
  readonly choices: readonly { readonly value: 'default' | 'base' | 'off' | 'path'; readonly label: string }[]
  /** A vendor's, or a likely one. */
  readonly pathExample: string
}

const base = { value: 'base', label: 'Forward to the base URL' } as const
const path = { value: 'path', label: 'Forward to another path' } as const

export const messagesFormat: ApiFormat = {
  label: 'Messages API',
  help: 'Forward if the server has it, such as vLLM, llama.cpp or Ollama.',
  choices: [{ value: 'default', label: 'Translate its requests' }, base, path],
  // That of DeepSeek.
  pathExample: '/anthropic/v1',
}

/** Of a provider of the kind `anthropic`. */
export const ownMessagesFormat: ApiFormat = {
  label: 'Messages API',
  help: 'A forwarded request keeps its prompt cache.',
  choices: [
    { value: 'default', label: 'Forward its requests' },
    { value: 'off', label: 'Translate its requests' },
  ],
  pathExample: '',
}

export const responsesFormat: ApiFormat = {
  label: 'Responses API',
  help: 'By default, only OpenAI’s own API gets forwarded requests.',
  choices: [
    { value: 'default', label: 'Default' },
    base,
    path,
    { value: 'off', label: 'Translate its requests' },
  ],
  pathExample: '/openai/v1',
}

/** Whether requests of an API format are forwarded as they are, and where to. */
export function ApiFormatField({
  format: { label, help, choices, pathExample },
  value,
  error,
  onChange,
}: {
  format: ApiFormat
  value: ProviderDraft['messagesApi']
  error: string | null
  onChange: (value: string) => void
}) {
  const hasPath = value.startsWith('/')
  const chosen = choices.find(choice => choice.value === (hasPath ? 'path' : value))?.value ?? 'default'
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field label={label} help={help} error={hasPath ? null : error}>
        {ids => (
          <NativeSelect
            {...ids}
            choices={choices}
            value={chosen}
            onChange={next => onChange(next === 'path' ? pathExample : next === 'default' ? '' : next)}
          />
        )}
      </Field>
      {hasPath && (
        <Field label={`Path of the ${label}`} help="On the host of the base URL." error={error}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={2048}
              placeholder={pathExample}
              value={value}
              onChange={({ target: { value: typed } }) =>
                onChange(typed.startsWith('/') ? typed : `/${typed}`)
              }
            />
          )}
        </Field>
      )}
    </div>
  )
}
