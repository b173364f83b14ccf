'use client'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeProvider } from './model/providers.ts'
import type { Providers, ProviderView } from '#lib/contracts/console/providers.ts'
import { editDraft, toPatch, toQuestion } from './provider-draft.ts'
import { ProviderForm } from './provider-form.tsx'
import { addModels } from './provider-models.tsx'

/** Edits a provider; changes apply to new requests. */
export function EditProvider({
  id,
  row,
  list,
  onChanged,
  onClose,
}: {
  id: string
  row: ProviderView
  list: Providers
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const initial = editDraft(row)
  const known = list.known.find(each => each.purpose === row.purpose && each.name === row.name)
  return (
    <Dialog open onClose={onClose} title={`Edit ${row.name}`} description="Changes apply to new requests.">
      <ProviderForm
        initial={initial}
        act="Save"
        gives={row.purpose === 'search' ? (known?.gives ?? 'either') : 'either'}
        nameFixed
        privateNetworks={list.private_networks}
        toQuestion={draft => toQuestion(id, initial, draft)}
        onSubmit={async draft => {
          await changeProvider(id, toPatch(initial, draft))
          await addModels(row.name, draft.models)
          await onChanged()
          showToast(`${row.name} updated`)
          onClose()
        }}
      />
    </Dialog>
  )
}
