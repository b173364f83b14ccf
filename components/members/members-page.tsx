'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { listMembers, revokeInvitation, changeRole, removeMember } from './model/members.ts'
import { ListState } from '#components/console-kit/list-state.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Table } from '#components/ui/data/table.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import type { Invitation, TeamMember, TeamRole } from '#lib/contracts/console/members.ts'
import { Day } from '#components/console-kit/day.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { ConfirmDialog } from '#components/console-kit/confirm-dialog.tsx'
import { RoleSelect } from './role-select.tsx'

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then(module => ({ default: module.InviteDialog })),
)

/** Members and open invitations. */
export function MembersPage() {
  const { role } = useAccount()
  const [inviting, setInviting] = useState(false)
  const queries = useQueryClient()
  const members = useQuery({ queryKey: ['people'], queryFn: listMembers })
  const changed = () => queries.invalidateQueries({ queryKey: ['people'] })
  useCommands([{ id: 'invite', label: 'Invite member', section: 'Run', run: () => setInviting(true) }])
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
      <ListState query={members}>
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

/** Invitations that were not accepted yet. */
function InvitationTable({
  invitations,
  onChanged,
}: {
  invitations: readonly Invitation[]
  onChanged: () => Promise<void>
}) {
  const { problem, submit } = useSubmit([])
  if (invitations.length === 0) return null
  return (
    <Section title="Open invitations">
      <Problem text={problem} />
      <Table
        caption="Open invitations"
        rows={invitations}
        rowKey={invitation => invitation.id}
        empty="No open invitations."
        columns={[
          {
            id: 'for',
            label: 'Invitee',
            wide: true,
            cell: ({ email }) => <span className="break-all">{email ?? 'anyone with the link'}</span>,
          },
          { id: 'role', label: 'Role', cell: ({ role }) => role },
          { id: 'by', label: 'Invited by', cell: invitation => invitation.created_by },
          { id: 'until', label: 'Expires', cell: invitation => <Day time={invitation.expires_at} /> },
          {
            id: 'acts',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: ({ id, email }) => (
              <Button
                variant="plain"
                aria-label={`Revoke the invitation for ${email ?? 'anyone with the link'}`}
                onClick={() =>
                  submit(async () => {
                    await revokeInvitation(id)
                    await onChanged()
                    showToast('Invitation revoked')
                  })
                }
              >
                Revoke
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}

/** Members, with the actions that the current member may take. */
function MemberTable({
  members,
  yourRole,
  onChanged,
}: {
  members: readonly TeamMember[]
  yourRole: TeamRole
  onChanged: () => Promise<void>
}) {
  const [leaving, setLeaving] = useState<TeamMember | null>(null)
  const { problem, submit } = useSubmit([])
  const mayChange = (member: TeamMember) => yourRole === 'owner' || member.role !== 'owner'
  const change = (member: TeamMember, role: TeamRole) =>
    submit(async () => {
      await changeRole(member.user_id, role)
      await onChanged()
      const suspended = role === 'viewer' && member.keys > 0
      showToast(`${member.name} is now ${role}`, {
        ...(suspended && { description: 'Their API keys are disabled until an admin enables them.' }),
      })
    })
  return (
    <section aria-label="Members" className="flex flex-col gap-2">
      <Problem text={problem} />
      <Table
        caption="Team members"
        rows={members}
        rowKey={member => member.user_id}
        empty="No members yet."
        columns={[
          {
            id: 'name',
            label: 'Name',
            wide: true,
            cell: member => (
              <>
                <p className="text-sm font-medium wrap-anywhere sm:min-w-40">
                  {member.name}
                  {member.you && <span className="font-normal text-muted"> (you)</span>}
                </p>
                <p className="break-all text-muted">{member.email ?? 'No email'}</p>
              </>
            ),
          },
          {
            id: 'role',
            label: 'Role',
            cell: member => (
              <RoleSelect
                label={`Role of ${member.name}`}
                role={member.role}
                withOwner={yourRole === 'owner'}
                disabled={!mayChange(member)}
                onChange={role => change(member, role)}
              />
            ),
          },
          { id: 'keys', label: 'API keys', align: 'right', cell: member => member.keys },
          { id: 'joined', label: 'Joined', cell: member => <Day time={member.joined_at} /> },
          { id: 'seen', label: 'Last seen', cell: member => <Day time={member.last_seen_at} none="never" /> },
          {
            id: 'acts',
            label: 'Actions',
            align: 'right',
            acts: true,
            cell: member => (
              <Button
                variant="plain"
                disabled={!mayChange(member)}
                aria-label={`Remove ${member.name}`}
                onClick={() => setLeaving(member)}
              >
                Remove
              </Button>
            ),
          },
        ]}
      />
      {leaving && (
        <ConfirmDialog
          title={`Remove ${leaving.name}`}
          act="Remove member"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await removeMember(leaving.user_id)
            await onChanged()
            showToast(`${leaving.name} removed`)
          }}
        >
          <p>
            {leaving.you ? 'You are signed out' : `${leaving.name} is signed out`} everywhere within seconds.{' '}
            {toKeysSentence(leaving.keys)} {toSharesSentence(leaving.shares)} Their open invitations are
            revoked. Their past requests stay in the log.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function toSharesSentence(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One shared link is deleted.' : `${count} shared links are deleted.`
}

function toKeysSentence(count: number): string {
  if (count === 0) return 'No API keys are affected.'
  return count === 1
    ? 'One API key is revoked at once; programs that use it will fail.'
    : `${count} API keys are revoked at once; programs that use them will fail.`
}
