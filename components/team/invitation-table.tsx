'use client'
import { Problem } from '#components/account/problem.tsx'
import { useSubmit } from '#components/account/use-submit.ts'
import { Button } from '#components/ui/button.tsx'
import { Table } from '#components/ui/table.tsx'
import { showToast } from '#components/ui/toast.ts'
import { withdrawInvitation } from '#lib/client/team/people.ts'
import type { Invitation } from '#lib/contracts/team/people.ts'
import { Day } from './day.tsx'
import { Section } from './section.tsx'

/** Links that still lead into the team. */
export function InvitationTable({
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
        empty="None."
        columns={[
          {
            id: 'for',
            label: 'For',
            wide: true,
            cell: ({ email }) => <span className="break-all">{email ?? 'whoever has the link'}</span>,
          },
          { id: 'role', label: 'Role', cell: ({ role }) => role },
          { id: 'by', label: 'By', cell: invitation => invitation.created_by },
          { id: 'until', label: 'Until', cell: invitation => <Day time={invitation.expires_at} /> },
          {
            id: 'acts',
            label: 'Acts',
            align: 'right',
            cell: ({ id, email }) => (
              <Button
                variant="plain"
                aria-label={`Withdraw the invitation for ${email ?? 'whoever has the link'}`}
                onClick={() =>
                  submit(async () => {
                    await withdrawInvitation(id)
                    await onChanged()
                    showToast('Invitation withdrawn')
                  })
                }
              >
                Withdraw
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}
