'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { listPeople } from '#lib/client/team/people.ts'
import { InvitationTable } from './invitation-table.tsx'
import { ListState } from './list-state.tsx'
import { MemberTable } from './member-table.tsx'
import { TeamFrame } from './team-frame.tsx'

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then(module => ({ default: module.InviteDialog })),
)

/** Who is in the team, and who is invited. */
export function MembersPage() {
  const { role } = useAccount()
  const [inviting, setInviting] = useState(false)
  const queries = useQueryClient()
  const people = useQuery({ queryKey: ['people'], queryFn: listPeople })
  const changed = () => queries.invalidateQueries({ queryKey: ['people'] })
  useCommands([{ id: 'invite', label: 'Invite somebody', section: 'Run', run: () => setInviting(true) }])
  return (
    <TeamFrame
      title="Members"
      actions={
        <Button variant="go" onClick={() => setInviting(true)}>
          <UserPlus size={16} aria-hidden />
          Invite
        </Button>
      }
    >
      <ListState query={people}>
        {({ members, invitations }) => (
          <>
            <MemberTable members={members} yourRole={role} onChanged={changed} />
            <InvitationTable invitations={invitations} onChanged={changed} />
          </>
        )}
      </ListState>
      <Suspense>
        {inviting && (
          <InviteDialog
            mayInviteOwner={role === 'owner'}
            onInvited={changed}
            onClose={() => setInviting(false)}
          />
        )}
      </Suspense>
    </TeamFrame>
  )
}
