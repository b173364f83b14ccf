'use client'
import { useQuery } from '@tanstack/react-query'
import { showToast } from '#components/ui/overlay/toast.ts'
import { readTeamKeyUse, revokeTeamKey } from './model/team-keys.ts'
import type { KeyUse } from '#lib/contracts/console/keys.ts'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { Day } from '#components/console-kit/day.tsx'
import type { KeyDialogProps } from './key-acts.tsx'

/** Ends a key for good, once it was said who would notice. */
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
        showToast(`${apiKey.name} is revoked`)
      }}
    >
      <p>It stops working within a second, its open streams end, and nothing brings it back.</p>
      <section aria-label="Use of the last 24 hours" className="min-h-5">
        {use.data ? (
          <Use use={use.data} />
        ) : (
          <p className="text-muted">{use.error?.message ?? 'Looking at its use…'}</p>
        )}
      </section>
    </ConfirmDialog>
  )
}

function Use({ use: { callers } }: { use: KeyUse }) {
  if (callers.length === 0) return <p>Nobody used it in the last 24 hours.</p>
  return (
    <>
      <p>These used it in the last 24 hours, and would fail:</p>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {callers.map(caller => (
          <li key={`${caller.route} ${caller.address} ${caller.client}`} className="break-words">
            {caller.client ?? 'a program without a name'} at {caller.address ?? 'an unknown address'}:{' '}
            {caller.route}, {caller.requests === 1 ? 'once' : `${caller.requests} times`}, last on{' '}
            <Day time={caller.last_at} />
          </li>
        ))}
      </ul>
    </>
  )
}
