'use client'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { nameModel } from './model/model-settings.ts'
import type { ProviderJob } from '#lib/contracts/console/providers.ts'

const jobs = (['chat', 'embeddings', 'rerank', 'speech'] as const satisfies readonly ProviderJob[]).map(
  value => ({ value, label: value }),
)
const fields = ['id', 'provider', 'upstream', 'kind']

/** Adds a public model name that routes to a provider's model, so that clients need not know the provider. */
export function NameModel({
  providers,
  onChanged,
  onClose,
}: {
  providers: readonly string[]
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const [id, setId] = useState('')
  const [provider, setProvider] = useState(providers[0] ?? 'local')
  const [upstream, setUpstream] = useState('')
  const [kind, setKind] = useState<ProviderJob>('chat')
  const { busy, problem, problemOf, submitForm } = useSubmit(fields)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add model"
      description="Requests use the public name. You can change its provider and model later."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          await nameModel({ id, provider, upstream, kind })
          await onChanged()
          showToast(`${id} added`)
          onClose()
        })}
      >
        <Field label="Public name" error={problemOf('id')}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={200}
              placeholder="team-chat"
              value={id}
              onChange={event => setId(event.target.value)}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="Provider" error={problemOf('provider')}>
            {ids => (
              <NativeSelect
                {...ids}
                choices={providers.map(value => ({ value, label: value }))}
                value={provider}
                onChange={setProvider}
              />
            )}
          </Field>
          <Field label="Type" error={problemOf('kind')}>
            {ids => <NativeSelect {...ids} choices={jobs} value={kind} onChange={setKind} />}
          </Field>
        </div>
        <Field label="Provider model ID" error={problemOf('upstream')}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={256}
              placeholder="qwen3-32b"
              value={upstream}
              onChange={event => setUpstream(event.target.value)}
            />
          )}
        </Field>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          Add model
        </Button>
      </form>
    </Dialog>
  )
}
