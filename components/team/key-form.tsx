'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NumberField } from '#components/ui/number-field.tsx'
import { Toggles } from '#components/ui/toggles.tsx'
import type { NewKey } from '#lib/contracts/team/keys.ts'
import { BudgetField } from './budget-field.tsx'
import { type KeyDraft, scopeNames, toKeySettings } from './key-draft.ts'
import { KeyEnd } from './key-end.tsx'
import { KeepBodies } from './keep-bodies.tsx'
import { ModelIds } from './model-ids.tsx'

const plainFields = [
  'name',
  'requests_per_minute',
  'tokens_per_minute',
  'parallel',
  'budget.limit_usd',
  'expires_at',
]

/** What a key is called and may do. */
export function KeyForm({
  initial,
  act,
  onSubmit,
}: {
  initial: KeyDraft
  /** What the button does, e.g. `Create key`. */
  act: string
  onSubmit: (settings: NewKey) => Promise<void>
}) {
  const { role } = useAccount()
  const [draft, setDraft] = useState(initial)
  const { busy, problem, problemOf, submitForm } = useSubmit([
    ...plainFields,
    ...draft.models.map((_, index) => `models.${index}`),
  ])
  const set = (change: Partial<KeyDraft>) => setDraft({ ...draft, ...change })
  const save = async () => {
    const settings = toKeySettings(draft)
    // A refusal names a model by its place.
    set({ models: settings.models ?? [] })
    await onSubmit(settings)
  }
  const offered = scopeNames.filter(scope => scope !== 'admin:read' || role === 'admin' || role === 'owner')
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
        <p className="mb-1 text-xs text-muted">May call</p>
        <Toggles
          label="May call"
          options={offered}
          values={draft.scopes}
          placeholder={[]}
          onChange={scopes => set({ scopes })}
        />
        {draft.scopes.length === 0 && <p className="mt-1 text-xs text-bad">Choose at least one.</p>}
        {draft.scopes.includes('admin:read') && (
          <p className="mt-1 text-xs text-warn">admin:read reads administration data: keep this key apart.</p>
        )}
      </div>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        <Field label="Requests a minute" error={problemOf('requests_per_minute')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              placeholder="no limit"
              value={draft.requestsPerMinute}
              onChange={requestsPerMinute => set({ requestsPerMinute })}
            />
          )}
        </Field>
        <Field label="Tokens a minute" error={problemOf('tokens_per_minute')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              placeholder="no limit"
              value={draft.tokensPerMinute}
              onChange={tokensPerMinute => set({ tokensPerMinute })}
            />
          )}
        </Field>
        <Field label="Calls at once" error={problemOf('parallel')}>
          {ids => (
            <NumberField
              {...ids}
              min={1}
              placeholder="no limit"
              value={draft.parallel}
              onChange={parallel => set({ parallel })}
            />
          )}
        </Field>
      </div>
      <BudgetField
        budget={draft.budget}
        error={problemOf('budget.limit_usd')}
        onChange={budget => set({ budget })}
      />
      <KeyEnd ends={draft.ends} error={problemOf('expires_at')} onChange={ends => set({ ends })} />
      <div>
        <p className="mb-1 text-xs text-muted">Models, by id; without any, all of them</p>
        <ModelIds
          label="Model"
          values={draft.models}
          max={100}
          isOffered={() => true}
          problemOf={index => problemOf(`models.${index}`)}
          onChange={chosen => set({ models: chosen })}
        />
      </div>
      <KeepBodies checked={draft.keepBodies} onChange={keepBodies => set({ keepBodies })} />
      <Problem text={problem} />
      <Button
        type="submit"
        variant="go"
        className="self-end"
        disabled={busy || draft.scopes.length === 0}
        focusableWhenDisabled
      >
        {act}
      </Button>
    </form>
  )
}
