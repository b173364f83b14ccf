'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useAccount } from '#components/shell/account-context.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { Section } from '#components/team/section.tsx'
import { showToast } from '#components/ui/toast.ts'
import { renameYou, youQuery } from '#lib/client/settings/you.ts'
import { Appearance } from './appearance.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** One's own account, and how the console looks. */
export function YouPage() {
  const { signedIn } = useAccount()
  const queries = useQueryClient()
  const router = useRouter()
  const you = useQuery(youQuery)
  return (
    <ListState query={you}>
      {({ name, email, has_password: hasPassword, vouched_by: vouchedBy }) => (
        <>
          <Section title="You" about={toWhoWords(email, vouchedBy, signedIn)}>
            <NameForm
              key={name}
              label="Your name"
              help="Beside your keys, links and changes."
              name={name}
              autoComplete="name"
              onRename={async next => {
                await renameYou(next)
                await queries.invalidateQueries({ queryKey: youQuery.queryKey })
                // The sidebar's account is drawn by the server.
                router.refresh()
                showToast('Your name is changed')
              }}
            />
          </Section>
          {hasPassword && (
            <Section title="Password" about="Changing it signs you out everywhere else.">
              <PasswordForm email={email} />
            </Section>
          )}
          <Section title="Appearance" about="Kept in this browser.">
            <Appearance />
          </Section>
        </>
      )}
    </ListState>
  )
}

function toWhoWords(email: string | null, vouchedBy: string | null, signedIn: boolean): string {
  if (!signedIn) return 'Nobody signs in here: whoever uses this machine is its owner.'
  const as = email === null ? 'You are signed in' : `You are signed in as ${email}`
  return vouchedBy === null ? `${as}.` : `${as}, vouched for by ${vouchedBy}.`
}
