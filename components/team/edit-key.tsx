'use client'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { changeTeamKey } from '#lib/client/team/team-keys.ts'
import type { KeyDialogProps } from './key-acts.tsx'
import { toDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'

/** Changes what a key may do; programs that use it go on with the same key. */
export function EditKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${apiKey.name}`}
      description="Calls that follow are judged anew."
    >
      <KeyForm
        initial={toDraft(apiKey)}
        act="Save"
        onSubmit={async settings => {
          await changeTeamKey(apiKey.id, settings)
          await onChanged()
          showToast(`${settings.name} was changed`)
          onClose()
        }}
      />
    </Dialog>
  )
}
