'use client'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { removeProvider } from './model/providers.ts'
import type { ProviderView } from '#lib/contracts/console/providers.ts'

/** Removes a provider after naming the consequences. */
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
        showToast(`${name} removed`)
      }}
    >
      <p>
        {purpose === 'models'
          ? `New requests for models of ${name} will fail. Requests in progress complete.`
          : `Searches no longer use ${name}.`}{' '}
        Its key is deleted.
      </p>
    </ConfirmDialog>
  )
}
