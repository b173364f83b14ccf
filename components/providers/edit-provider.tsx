'use client'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeProvider } from './model/providers.ts'
import type {
  ProviderPatchInput,
  Providers,
  ProviderTestInput,
  ProviderView,
} from '#lib/contracts/console/providers.ts'
import { editDraft, type ProviderDraft, toKeyChoices, toNewProvider } from './provider-draft.ts'
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

function toPatch(initial: ProviderDraft, draft: ProviderDraft): ProviderPatchInput {
  const { base_url: baseUrl } = toNewProvider(draft)
  const isMoved = typeof baseUrl === 'string' && draft.baseUrl !== initial.baseUrl
  const keys = toKeyChoices(draft.keys, isMoved)
  const areSame = JSON.stringify(keys) === JSON.stringify(toKeyChoices(initial.keys, isMoved))
  return {
    ...toApi(draft),
    ...(isMoved && { base_url: baseUrl }),
    ...(!areSame && { api_keys: keys }),
  }
}

function toApi(draft: ProviderDraft) {
  const { kind, server = null, messages_api = null, responses_api = null } = toNewProvider(draft)
  return { kind, server, messages_api, responses_api }
}

/** Only the server has the saved key, so a provider with the same address is tested by its id. */
function toQuestion(id: string, initial: ProviderDraft, draft: ProviderDraft): ProviderTestInput {
  const same = draft.baseUrl === initial.baseUrl && draft.keys.every(({ typed }) => typed === '')
  if (!same) return { of: 'draft', ...toNewProvider(draft) }
  return { of: 'stored', id, changes: draft.purpose === 'models' ? toApi(draft) : null }
}
