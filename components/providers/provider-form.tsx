'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ProviderProbe, ProviderTestInput } from '#lib/contracts/console/providers.ts'
import { requiresKey } from '#lib/known-providers.ts'
import { testProvider } from './model/providers.ts'
import { ApiKeysField } from './api-keys-field.tsx'
import { ApiFormatField, messagesFormat, ownMessagesFormat, responsesFormat } from './api-format-field.tsx'
import { isMoved, lacksModelList, modelKinds, type ProviderDraft, servers } from './provider-draft.ts'
import { ProviderModels } from './provider-models.tsx'
import { TestResult } from './test-result.tsx'

const byAddress = { value: 'Detect from URL', label: 'Detect from URL' } as const
const kindChoices = modelKinds.map(value => ({ value, label: value }))
const serverChoices = [byAddress, ...servers.map(value => ({ value, label: value }))]

/** Name, API format, base URL and key of a provider, which can be tested before saving. */
export function ProviderForm({
  initial,
  act: action,
  gives,
  nameFixed,
  privateNetworks,
  toQuestion,
  onSubmit,
}: {
  initial: ProviderDraft
  /** Label of the submit button. */
  act: 'Add' | 'Save'
  /** Required fields; a custom server may have both. */
  gives: 'key' | 'address' | 'either'
  nameFixed: boolean
  privateNetworks: readonly string[]
  /** The test request; null: the form is incomplete. */
  toQuestion: (draft: ProviderDraft) => ProviderTestInput | null
  onSubmit: (draft: ProviderDraft) => Promise<void>
}) {
  const [draft, setDraft] = useState(initial)
  const [probe, setProbe] = useState<ProviderProbe | null>(null)
  const set = (change: Partial<ProviderDraft>) => {
    setDraft({ ...draft, ...change })
    setProbe(null)
  }
  const question = toQuestion(draft)
  const models = draft.purpose === 'models'
  const shown = {
    name: !nameFixed,
    base_url: models || gives === 'address',
    api_key: models || gives === 'key',
    kind: models,
    server: models && draft.kind === 'openai',
    messages_api: models && (draft.kind === 'openai' || draft.kind === 'anthropic'),
    responses_api: models && draft.kind === 'openai',
  }
  const fields = Object.entries({ ...shown, api_keys: shown.api_key, more_api_keys: shown.api_key }).flatMap(
    ([name, isShown]) => (isShown ? [name] : []),
  )
  const { busy, problem, problemOf, submit, submitForm } = useSubmit(fields)
  return (
    <form className="flex flex-col gap-3" autoComplete="off" onSubmit={submitForm(() => onSubmit(draft))}>
      {shown.name && (
        <Field label="Name" help={models ? 'Model IDs are name/model.' : undefined} error={problemOf('name')}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={60}
              value={draft.name}
              onChange={event => set({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      {shown.base_url && (
        <Field
          label="Base URL"
          help={`Private network addresses are blocked${privateNetworks.length > 0 ? `, except ${privateNetworks.join(', ')}` : '. Set ALLOW_PRIVATE_PROVIDERS to allow them'}.`}
          error={problemOf('base_url')}
        >
          {ids => (
            <Input
              {...ids}
              required
              type="url"
              maxLength={2048}
              placeholder={models ? 'https://gpu.example.org/v1' : 'https://search.example.org'}
              value={draft.baseUrl}
              onChange={event => set({ baseUrl: event.target.value })}
            />
          )}
        </Field>
      )}
      {shown.api_key && (
        <ApiKeysField
          values={draft.keys}
          hasSeveral={models}
          isRequired={gives === 'key' || (models && requiresKey(draft.baseUrl))}
          isMoved={isMoved(initial, draft)}
          problemOf={problemOf}
          onChange={keys => set({ keys })}
        />
      )}
      {models && (
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="API format" error={problemOf('kind')}>
            {ids => (
              <NativeSelect
                {...ids}
                choices={kindChoices}
                value={draft.kind}
                onChange={chosen => set({ kind: chosen, messagesApi: '', responsesApi: '' })}
              />
            )}
          </Field>
          {shown.server && (
            <Field label="Server" error={problemOf('server')}>
              {ids => (
                <NativeSelect
                  {...ids}
                  choices={serverChoices}
                  value={draft.server ?? byAddress.value}
                  onChange={server => set({ server: server === byAddress.value ? null : server })}
                />
              )}
            </Field>
          )}
        </div>
      )}
      {shown.messages_api && (
        <ApiFormatField
          format={draft.kind === 'anthropic' ? ownMessagesFormat : messagesFormat}
          value={draft.messagesApi}
          error={problemOf('messages_api')}
          onChange={messagesApi => set({ messagesApi })}
        />
      )}
      {shown.responses_api && (
        <ApiFormatField
          format={responsesFormat}
          value={draft.responsesApi}
          error={problemOf('responses_api')}
          onChange={responsesApi => set({ responsesApi })}
        />
      )}
      <div aria-live="polite">{probe && <TestResult name={draft.name || 'The server'} probe={probe} />}</div>
      {models && ((probe && lacksModelList(probe)) || draft.models.text !== '') && (
        // The test is of the connection: typing a model must not remove its result.
        <ProviderModels models={draft.models} onChange={typed => setDraft({ ...draft, models: typed })} />
      )}
      <Problem text={problem} />
      <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex justify-end gap-2 rounded-b-lg border-t border-line bg-raised px-4 py-3">
        <Button
          disabled={busy || question === null}
          focusableWhenDisabled
          onClick={event =>
            submit(async () => {
              if (question !== null) setProbe(await testProvider(question))
            }, event.currentTarget.form)
          }
        >
          Test
        </Button>
        <Button type="submit" variant="go" disabled={busy} focusableWhenDisabled>
          {action}
        </Button>
      </div>
    </form>
  )
}
