'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeTeamKey } from './model/team-keys.ts'
import { formatCeilings } from './format-limits.ts'
import type { KeyDialogProps } from './key-actions.tsx'
import { toDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'

/** Edits a key's scopes and limits; the secret stays the same. */
export function EditKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  const { role } = useAccount()
  const ceilings = role === 'admin' || role === 'owner' ? null : formatCeilings(apiKey.ceilings)
  return (
    <Dialog open onClose={onClose} title={`Edit ${apiKey.name}`} description="Changes apply to new requests.">
      {ceilings !== null && (
        <p className="mb-3 text-sm text-muted">
          An admin set limits on this key: {ceilings}. You can lower them, not raise them.
        </p>
      )}
      <KeyForm
        initial={toDraft(apiKey)}
        action="Save"
        onSubmit={async settings => {
          await changeTeamKey(apiKey.id, settings)
          await onChanged()
          showToast(`${settings.name} updated`)
          onClose()
        }}
      />
    </Dialog>
  )
}
