'use client'
import { useQuery } from '@tanstack/react-query'
import { showToast } from '#components/ui/overlay/toast.ts'
import { readTeamKeyUse, revokeTeamKey } from './model/team-keys.ts'
import type { KeyUse } from '#lib/contracts/console/keys.ts'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { Day } from '#components/console-kit/day.tsx'
import type { KeyDialogProps } from './key-actions.tsx'

/** Revokes a key after showing which clients still use it. */
export function RevokeKey({ apiKey, onChanged, onClose }: KeyDialogProps) {
  const use = useQuery({
    queryKey: ['team-key-use', apiKey.id],
    queryFn: () => readTeamKeyUse(apiKey.id),
    staleTime: 0,
  })
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      act="Revoke key"
      onClose={onClose}
      onConfirm={async () => {
        await revokeTeamKey(apiKey.id)
        await onChanged()
        showToast(`${apiKey.name} revoked`)
      }}
    >
      <p>It stops working within a second and its open streams end. You cannot undo this.</p>
      <section aria-label="Use in the last 24 hours" className="min-h-5">
        {use.data ? (
          <Use use={use.data} />
        ) : (
          <p className="text-muted">{use.error?.message ?? 'Loading recent use…'}</p>
        )}
      </section>
    </ConfirmDialog>
  )
}

function Use({ use: { callers } }: { use: KeyUse }) {
  if (callers.length === 0) return <p>Not used in the last 24 hours.</p>
  return (
    <>
      <p>These clients used it in the last 24 hours and will fail:</p>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {callers.map(caller => (
          <li key={`${caller.route} ${caller.address} ${caller.client}`} className="break-words">
            {caller.client ?? 'Unknown client'} at {caller.address ?? 'an unknown IP address'}: {caller.route}
            , {caller.requests === 1 ? 'once' : `${caller.requests} times`}, last on{' '}
            <Day time={caller.last_at} />
          </li>
        ))}
      </ul>
    </>
  )
}
