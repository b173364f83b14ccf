'use client'
import { useState } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { addProvider } from './model/providers.ts'
import type { Providers } from '#lib/contracts/console/providers.ts'
import { startDraft, toNewProvider } from './provider-draft.ts'
import { ProviderForm } from './provider-form.tsx'
import { addModels } from './provider-models.tsx'

const ownServer = 'Custom server'

/** Adds a provider or search backend: a known one, or a custom server. */
export function AddProvider({
  purpose,
  wanted,
  list,
  onChanged,
  onClose,
}: {
  purpose: 'models' | 'search'
  /** The provider that a link names, if it can be added. */
  wanted: string | null
  list: Providers
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const taken = list.providers.filter(each => each.purpose === purpose).map(each => each.name)
  const free = list.known.filter(each => each.purpose === purpose && !taken.includes(each.name))
  const names = [...free.map(each => each.name), ...(purpose === 'models' ? [ownServer] : [])]
  const [chosen, setChosen] = useState(names.find(name => name === wanted) ?? names[0] ?? ownServer)
  const known = free.find(each => each.name === chosen) ?? null
  return (
    <Dialog
      open
      onClose={onClose}
      title={purpose === 'models' ? 'Add provider' : 'Add search backend'}
      description={
        purpose === 'models'
          ? 'Its models are available within a second. Default models stay as they are.'
          : 'Searches use it within a second. Queries are sent to it.'
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={purpose === 'models' ? 'Provider' : 'Backend'}>
          {ids => (
            <NativeSelect
              {...ids}
              choices={names.map(value => ({ value, label: value }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
        </Field>
        <ProviderForm
          key={chosen}
          initial={startDraft(purpose, known)}
          act="Add"
          gives={known === null || purpose === 'models' ? 'either' : known.gives}
          nameFixed={known !== null}
          privateNetworks={list.private_networks}
          toQuestion={draft => (draft.name === '' ? null : { of: 'draft', ...toNewProvider(draft) })}
          onSubmit={async draft => {
            const added = await addProvider(toNewProvider(draft))
            // The provider exists: what fails from here on is corrected in its own dialogs.
            await addModels(added.name, draft.models).catch((error: unknown) =>
              showFailure('Models not added', error),
            )
            await onChanged()
            showToast(`${added.name} added`, {
              ...(purpose === 'models' && { description: 'Default models are unchanged.' }),
            })
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
