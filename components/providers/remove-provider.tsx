'use client'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { removeProvider } from './model/providers.ts'
import type { ProviderView } from '#lib/contracts/console/providers.ts'

/** Takes a source away, once it was said what ends. */
export function RemoveProvider({
  id,
  row: { name, purpose },
  onChanged,
  onClose,
}: {
  id: string
  row: ProviderView
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      act={`Remove ${name}`}
      onClose={onClose}
      onConfirm={async () => {
        await removeProvider(id)
        await onChanged()
        showToast(`${name} is removed`)
      }}
    >
      <p>
        {purpose === 'models'
          ? `Calls for models of ${name} fail from now on; those that run already end as they began.`
          : `Searches do not ask ${name} any more.`}{' '}
        Its key is deleted.
      </p>
    </ConfirmDialog>
  )
}
