'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { acceptInvitation, openInvitation } from './model/account.ts'
import type { TeamRole } from '#lib/contracts/console/people.ts'
import { AccountForm } from './account-form.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { Problem } from './problem.tsx'
import { useFragment } from './use-fragment.ts'

const withArticle = {
  viewer: 'a viewer',
  member: 'a member',
  admin: 'an admin',
  owner: 'an owner',
} satisfies Record<TeamRole, string>

/** Joins a team by the link that one of its members gave. */
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
  const problem = fragment === '' ? 'The last part of this link is missing.' : (error?.message ?? null)
  if (problem !== null) {
    return (
      <EntryFrame title="Invitation">
        <div className="flex flex-col gap-3">
          <Problem text={problem} />
          <p className="text-muted">
            Ask whoever sent it for another one. With an account you can{' '}
            <Link href="/sign-in" className="text-accent underline">
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
      title="You are invited"
      note={
        invitation
          ? `Join the team “${invitation.team}” as ${withArticle[invitation.role]}.`
          : 'Looking at the invitation…'
      }
    >
      {invitation && (
        <AccountForm
          fixedEmail={invitation.email}
          act="Join"
          onSubmit={async account => {
            await acceptInvitation(secret, account)
            window.location.assign('/')
          }}
        />
      )}
    </EntryFrame>
  )
}
