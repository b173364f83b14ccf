'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { NewKey } from '#lib/contracts/console/keys.ts'
import { keyScopes } from '#lib/contracts/core/contract.ts'
import { BudgetField } from '#components/console-kit/budget/budget-field.tsx'
import { listTeamKeys } from './model/team-keys.ts'
import { type KeyDraft, toKeySettings } from './key-draft.ts'
import { ModelIds } from '#components/console-kit/model-ids.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'

const plainFields = [
  'name',
  'scopes',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel',
  'budget.limit_usd',
  'expires_at',
  'default_model',
]

/** Form for a key's name, scopes and limits. */
export function KeyForm({
  initial,
  action,
  onSubmit,
}: {
  initial: KeyDraft
  /** Label of the submit button, e.g. `Create key`. */
  action: string
  onSubmit: (settings: NewKey) => Promise<void>
}) {
  const { role } = useAccount()
  const { data: keys } = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys })
  const [draft, setDraft] = useState(initial)
  const { busy, problem, problemOf, submitForm } = useSubmit([
    ...plainFields,
    ...draft.models.map((_, index) => `models.${index}`),
  ])
  const set = (change: Partial<KeyDraft>) => setDraft({ ...draft, ...change })
  const save = async () => {
    const settings = toKeySettings(draft)
    // An error names a model by its index.
    set({ models: settings.models ?? [] })
    await onSubmit(settings)
  }
  const offered = keyScopes.filter(scope => scope !== 'admin:read' || role === 'admin' || role === 'owner')
  return (
    <form className="flex flex-col gap-3" onSubmit={submitForm(save)}>
      <Field label="Name" error={problemOf('name')}>
        {ids => (
          <Input
            {...ids}
            required
            maxLength={100}
            value={draft.name}
            onChange={event => set({ name: event.target.value })}
          />
        )}
      </Field>
      <div>
        <p className="mb-1 text-xs text-muted">Scopes</p>
        <Toggles
          label="Scopes"
          options={offered}
          values={draft.scopes}
          placeholder={[]}
          onChange={scopes => set({ scopes })}
        />
        {draft.scopes.length === 0 && <p className="mt-1 text-xs text-bad">Choose at least one scope.</p>}
        <Problem text={problemOf('scopes')} />
        {draft.scopes.includes('admin:read') && (
          <p className="mt-1 text-xs text-warn">
            admin:read grants access to admin data. Store this key securely.
          </p>
        )}
      </div>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        <Field label="Requests per minute" error={problemOf('requests_per_minute')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              decimalsMax={0}
              placeholder="No limit"
              value={draft.requestsPerMinute}
              onChange={requestsPerMinute => set({ requestsPerMinute })}
            />
          )}
        </Field>
        <Field label="Tokens per minute" error={problemOf('tokens_per_minute')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              decimalsMax={0}
              placeholder="No limit"
              value={draft.tokensPerMinute}
              onChange={tokensPerMinute => set({ tokensPerMinute })}
            />
          )}
        </Field>
        <Field label="Concurrent requests" error={problemOf('parallel')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              decimalsMax={0}
              placeholder="No limit"
              value={draft.parallel}
              onChange={parallel => set({ parallel })}
            />
          )}
        </Field>
      </div>
      <BudgetField
        budget={draft.budget}
        of="key"
        rejectsUnpriced={keys?.reject_unpriced ?? null}
        error={problemOf('budget.limit_usd')}
        onChange={budget => set({ budget })}
      />
      <KeyEnd ends={draft.ends} error={problemOf('expires_at')} onChange={ends => set({ ends })} />
      <div>
        <p className="mb-1 text-xs text-muted">Models, by ID. Leave empty to allow all.</p>
        <ModelIds
          label="Model"
          values={draft.models}
          max={100}
          isOffered={() => true}
          problemOf={index => problemOf(`models.${index}`)}
          onChange={chosen => set({ models: chosen })}
        />
      </div>
      <DefaultModel
        id={draft.defaultModel}
        error={problemOf('default_model')}
        onChange={defaultModel => set({ defaultModel })}
      />
      <LogBodies checked={draft.keepBodies} onChange={keepBodies => set({ keepBodies })} />
      <Problem text={problem} />
      <Button
        type="submit"
        variant="go"
        className="self-end"
        disabled={busy || draft.scopes.length === 0}
        focusableWhenDisabled
      >
        {action}
      </Button>
    </form>
  )
}

/** The model of chat requests that name an unknown one. */
function DefaultModel({
  id,
  error,
  onChange,
}: {
  id: string
  error: string | null
  onChange: (id: string) => void
}) {
  const listId = useId()
  const { data: models = [] } = useQuery(modelsQuery)
  return (
    <Field
      label="Default model"
      error={error}
      help="Answers chat requests for unknown models: agents ask for models of their vendor."
    >
      {ids => (
        <>
          <Input
            {...ids}
            list={listId}
            placeholder="None"
            maxLength={200}
            value={id}
            onChange={event => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {models
              .filter(({ type }) => type === 'chat')
              .map(model => (
                <option key={model.id}>{model.id}</option>
              ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** Whether the request and response bodies of a key are logged. */
function LogBodies({ checked, onChange }: { checked: boolean; onChange: (keep: boolean) => void }) {
  const id = useId()
  return (
    <div>
      <div className="flex min-h-7 items-center justify-between gap-4">
        <label htmlFor={id}>Log bodies</label>
        <Switch id={id} checked={checked} onChange={onChange} aria-describedby={`${id}-help`} />
      </div>
      <p id={`${id}-help`} className="mt-0.5 text-xs text-muted">
        Stores request and response bodies in the request log, and what was exchanged with the provider, with
        secrets removed, for the time set in Settings → Retention. Logged requests can be replayed.
      </p>
    </div>
  )
}

const spans = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
]
const never = { value: 'never', label: 'Never' }

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** When a key expires. */
function KeyEnd({
  ends,
  error,
  onChange,
}: {
  ends: KeyDraft['ends']
  error: string | null
  onChange: (ends: KeyDraft['ends']) => void
}) {
  const kept = ends !== null && 'at' in ends ? [{ value: 'kept', label: day.format(ends.at) }] : []
  return (
    <Field label="Expires" error={error}>
      {ids => (
        <NativeSelect
          {...ids}
          choices={[...kept, ...spans, never]}
          value={toValue(ends)}
          onChange={value => {
            if (value !== 'kept') onChange(value === never.value ? null : { days: Number(value) })
          }}
        />
      )}
    </Field>
  )
}

function toValue(ends: KeyDraft['ends']): string {
  if (ends === null) return never.value
  return 'at' in ends ? 'kept' : String(ends.days)
}
