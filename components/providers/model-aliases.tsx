'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Table } from '#components/ui/data/table.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import type { ModelRows } from '#lib/contracts/console/providers.ts'
import { listModelSettings, removeAlias, setAlias } from './model/model-settings.ts'

type Alias = ModelRows['aliases'][number]

/** Other names of models, which can stand for another model without a change in the clients. */
export function ModelAliases({ onChanged }: { onChanged: () => Promise<void> }) {
  const [edited, setEdited] = useState<Pick<Alias, 'alias' | 'model'> | null>(null)
  const { data } = useQuery({ queryKey: ['model-settings', '', 1], queryFn: () => listModelSettings('', 0) })
  const remove = (alias: string) =>
    void removeAlias(alias)
      .then(onChanged)
      .then(() => showToast(`${alias} removed`))
      .catch((error: unknown) => showFailure('Alias not removed', error))
  return (
    <>
      <Table
        caption="Aliases"
        rows={data?.aliases ?? []}
        rowKey={({ alias }) => alias}
        empty="No aliases."
        columns={[
          { id: 'alias', label: 'Alias', wide: true, cell: row => <Name row={row} /> },
          { id: 'model', label: 'Model', cell: ({ model }) => <span className="break-all">{model}</span> },
          {
            id: 'edit',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: row => {
              const { alias, from } = row
              if (from === 'file') return null
              return (
                <span className="flex items-center justify-end gap-1">
                  <Button variant="plain" aria-label={`Edit ${alias}`} onClick={() => setEdited(row)}>
                    Edit
                  </Button>
                  <IconButton label={`Remove ${alias}`} onClick={() => remove(alias)}>
                    <X size={16} aria-hidden />
                  </IconButton>
                </span>
              )
            },
          },
        ]}
      />
      <Button className="self-start" onClick={() => setEdited({ alias: '', model: '' })}>
        <Plus size={16} aria-hidden />
        Add alias
      </Button>
      {edited && <EditAlias initial={edited} onChanged={onChanged} onClose={() => setEdited(null)} />}
    </>
  )
}

function Name({ row: { alias, from, problem } }: { row: Alias }) {
  return (
    <>
      <p className="text-sm font-medium break-all">{alias}</p>
      {from === 'file' && <p className="text-muted">set in sextant.yaml</p>}
      {problem !== null && <p className="text-bad">{problem}</p>}
    </>
  )
}

function EditAlias({
  initial,
  onChanged,
  onClose,
}: {
  initial: Pick<Alias, 'alias' | 'model'>
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const isNew = initial.alias === ''
  const [alias, setName] = useState(initial.alias)
  const [model, setModel] = useState(initial.model)
  const { busy, problem, problemOf, submitForm } = useSubmit(['alias', 'model'])
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Add alias' : `Edit ${initial.alias}`}
      description="Requests can use the alias instead of the model ID. An API key that allows only some models must allow the alias."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={submitForm(async () => {
          await setAlias({ alias, model })
          await onChanged()
          showToast(isNew ? `${alias} added` : `${alias} updated`)
          onClose()
        })}
      >
        {isNew && (
          <Field label="Alias" error={problemOf('alias')}>
            {ids => (
              <Input
                {...ids}
                required
                maxLength={200}
                placeholder="fast"
                value={alias}
                onChange={event => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Model ID" error={problemOf('model')}>
          {ids => (
            <Input
              {...ids}
              required
              maxLength={256}
              placeholder="openai/gpt-6-luna"
              value={model}
              onChange={event => setModel(event.target.value)}
            />
          )}
        </Field>
        <Problem text={problem} />
        <Button type="submit" variant="go" className="self-end" disabled={busy} focusableWhenDisabled>
          {isNew ? 'Add alias' : 'Save'}
        </Button>
      </form>
    </Dialog>
  )
}
