'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeTeamKey } from './model/team-keys.ts'
import { toCeilingWords } from './ceiling-words.ts'
import type { KeyDialogProps } from './key-acts.tsx'
import { toDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'

/** Changes what a key may do; programs that use it go on with the same key. */
export function EditKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  const { role } = useAccount()
  const ceilings = role === 'admin' || role === 'owner' ? null : toCeilingWords(apiKey.ceilings)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${apiKey.name}`}
      description="Calls that follow are judged anew."
    >
      {ceilings !== null && (
        <p className="mb-3 text-sm text-muted">
          An administrator limits this key to {ceilings}. You may set less, not more.
        </p>
      )}
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
