'use client'
import { useState } from 'react'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { ListEditor } from '#components/ui/list-editor.tsx'
import { NumberField } from '#components/ui/number-field.tsx'
import { Toggles } from '#components/ui/toggles.tsx'
import type { NewKey } from '#lib/contracts/team/keys.ts'
import { BudgetField } from './budget-field.tsx'
import { type KeyDraft, scopeNames, toKeySettings } from './key-draft.ts'
import { KeyEnd } from './key-end.tsx'
import { KeepBodies } from './keep-bodies.tsx'

const fields = [
  'name',
  'scopes',
  'models',
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
  const { busy, problem, problemOf, submit } = useSubmit(fields)
  const set = (change: Partial<KeyDraft>) => setDraft({ ...draft, ...change })
  const offered = scopeNames.filter(scope => scope !== 'admin:read' || role === 'admin' || role === 'owner')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        submit(() => onSubmit(toKeySettings(draft, Date.now())))
      }}
    >
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
      <KeyEnd ends={draft.ends} onChange={ends => set({ ends })} />
      <div>
        <p className="mb-1 text-xs text-muted">Models, by id; without any, all of them</p>
        <ListEditor label="Model" values={draft.models} max={100} onChange={models => set({ models })} />
      </div>
      <KeepBodies checked={draft.keepBodies} onChange={keepBodies => set({ keepBodies })} />
      <Problem text={problem ?? problemOf('scopes') ?? problemOf('models') ?? problemOf('expires_at')} />
      <Button
        type="submit"
        variant="go"
        className="self-end"
        disabled={busy || draft.name.trim() === '' || draft.scopes.length === 0}
        focusableWhenDisabled
      >
        {act}
      </Button>
    </form>
  )
}
