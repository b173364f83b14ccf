'use client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#components/ui/link.tsx'
import { acceptInvitation, openInvitation } from './model/account.ts'
import type { TeamRole } from '#lib/contracts/console/members.ts'
import { AccountForm } from './account-form.tsx'
import { EntryFrame } from '#components/console-kit/entry-frame.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { useFragment } from './use-fragment.ts'

const withArticle = {
  viewer: 'a viewer',
  member: 'a member',
  admin: 'an admin',
  owner: 'an owner',
} satisfies Record<TeamRole, string>

/** Accepts a team invitation from its link. */
export function InvitationPage() {
  const fragment = useFragment()
  const secret = fragment ?? ''
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => openInvitation(secret),
    enabled: secret !== '',
    retry: false,
    staleTime: Infinity,
  })
  const problem = fragment === '' ? 'This link is incomplete.' : (error?.message ?? null)
  if (problem !== null) {
    return (
      <EntryFrame title="Invitation">
        <div className="flex flex-col gap-3">
          <Problem text={problem} />
          <p className="text-muted">
            Ask for a new link. If you have an account, you can{' '}
            <Link href="/sign-in" className="text-accent-text underline">
              sign in
            </Link>
            .
          </p>
        </div>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame
      title="You’re invited"
      note={
        invitation
          ? `Join the team “${invitation.team}” as ${withArticle[invitation.role]}.`
          : 'Loading invitation…'
      }
    >
      {invitation && (
        <AccountForm
          fixedEmail={invitation.email}
          action="Join"
          onSubmit={async account => {
            await acceptInvitation(secret, account)
            window.location.assign('/')
          }}
        />
      )}
    </EntryFrame>
  )
}
