'use client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { Table } from '#components/ui/table.tsx'
import { showFailure, showToast } from '#components/ui/toast.ts'
import { formatCount } from '#lib/client/format.ts'
import { changeModel } from '#lib/client/providers/model-settings.ts'
import type { ModelRow } from '#lib/contracts/team/providers.ts'

const EditModel = lazy(() => import('./edit-model.tsx').then(module => ({ default: module.EditModel })))

const states = {
  ready: null,
  not_downloaded: 'not downloaded',
  downloading: 'downloading',
  not_configured: 'no provider for it',
} as const

/** Models with price, window and who answers in their place. */
export function ModelTable({
  models,
  onChanged,
}: {
  models: readonly ModelRow[]
  onChanged: () => Promise<void>
}) {
  const [edited, setEdited] = useState<ModelRow | null>(null)
  const turn = (model: ModelRow, enabled: boolean) =>
    void changeModel({ model: model.id, enabled })
      .then(onChanged)
      .then(() => showToast(enabled ? `${model.id} is asked again` : `${model.id} is switched off`))
      .catch((error: unknown) => showFailure('Not done', error))
  return (
    <>
      <Table
        caption="Models"
        rows={models}
        rowKey={model => model.id}
        empty="No model fits these words."
        columns={[
          { id: 'model', label: 'Model', wide: true, cell: model => <Name model={model} /> },
          { id: 'type', label: 'For', cell: model => model.type },
          {
            id: 'window',
            label: 'Window',
            align: 'right',
            cell: model => (model.context_window === undefined ? '–' : formatCount(model.context_window)),
          },
          { id: 'price', label: '$ per M in / out', align: 'right', cell: toPrice },
          { id: 'next', label: 'Then asks', cell: model => model.fallbacks.join(', ') || '–' },
          {
            id: 'on',
            label: 'On',
            cell: model =>
              model.type === 'web' ? (
                '–'
              ) : (
                <Switch
                  label={`${model.id} may be asked`}
                  checked={model.enabled}
                  onChange={enabled => turn(model, enabled)}
                />
              ),
          },
          {
            id: 'edit',
            label: 'Acts',
            align: 'right',
            cell: model =>
              model.type === 'web' ? null : (
                <Button variant="plain" aria-label={`Edit ${model.id}`} onClick={() => setEdited(model)}>
                  Edit
                </Button>
              ),
          },
        ]}
      />
      <Suspense>
        {edited && <EditModel model={edited} onChanged={onChanged} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  )
}

function Name({
  model: { id, owned_by: provider, state, named, problem, default: usual },
}: {
  model: ModelRow
}) {
  const notes = [
    named === null ? provider : `${named.provider}/${named.upstream}`,
    usual && 'usual choice',
    states[state ?? 'ready'],
  ]
  return (
    <>
      <p className="text-sm font-medium break-all">{id}</p>
      <p className={problem === null ? 'break-all text-muted' : 'text-bad'}>
        {problem ?? notes.filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

function toPrice({ price }: ModelRow): string {
  return price === undefined ? '–' : `${price.input} / ${price.output}`
}
