'use client'
import { ConfirmDialog } from '#components/team/confirm-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { revokeShare } from '#lib/client/shares.ts'
import type { TeamShare } from '#lib/contracts/team/shares.ts'
import { nameOf } from './shares-table.tsx'

/** Ends a link for good, once it was said for whom. */
export function RevokeShare({
  share,
  onRevoked,
  onClose,
}: {
  share: TeamShare
  onRevoked: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title="Withdraw this link"
      act="Withdraw link"
      onClose={onClose}
      onConfirm={async () => {
        await revokeShare(share.id)
        await onRevoked()
        showToast('The link is withdrawn')
      }}
    >
      <p className="break-words">
        {nameOf(share)} opens for nobody any more, and its copy is deleted from this server. Nothing brings
        the link back. Whoever opened it before may have kept what it said.
      </p>
    </ConfirmDialog>
  )
}
