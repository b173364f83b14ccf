'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useAccount } from '#components/shell/account-context.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { renameYou, youQuery, changePassword } from './model/you.ts'
import { NameForm } from './name-form.tsx'
import { type ReactNode, useState } from 'react'
import { densities, densityLabels, readDensity, setDensity } from '#components/shell/density.ts'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { readTheme, setTheme, themeLabels, themes } from '#components/shell/theme.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { SwitchRow } from './switch-row.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** The caller's account and appearance settings. */
export function YouPage() {
  const { signedIn } = useAccount()
  const queries = useQueryClient()
  const router = useRouter()
  const you = useQuery(youQuery)
  return (
    <ListState query={you}>
      {({ name, email, has_password: hasPassword, vouched_by: identityProvider }) => (
        <>
          <Section title="Profile" about={formatIdentity(email, identityProvider, signedIn)}>
            <NameForm
              key={name}
              label="Name"
              help="Shown with your API keys, links and changes."
              name={name}
              autoComplete="name"
              onRename={async next => {
                await renameYou(next)
                await queries.invalidateQueries({ queryKey: youQuery.queryKey })
                // The server renders the account in the sidebar.
                router.refresh()
                showToast('Name updated')
              }}
            />
          </Section>
          {hasPassword && (
            <Section title="Password" about="Changing it signs out your other sessions.">
              <PasswordForm email={email} />
            </Section>
          )}
          <Section title="Appearance" about="Saved in this browser.">
            <Appearance />
          </Section>
        </>
      )}
    </ListState>
  )
}

function formatIdentity(email: string | null, identityProvider: string | null, signedIn: boolean): string {
  if (!signedIn) return 'Sextant runs without sign-in: the user of this machine is the owner.'
  const as = email === null ? 'You are signed in' : `You are signed in as ${email}`
  return identityProvider === null ? `${as}.` : `${as} through ${identityProvider}.`
}

/** Theme, density and shortcuts of this browser. */
function Appearance() {
  const { singleKeys, setSingleKeys } = useSidebar()
  // Rendered in the browser only, so the document attributes are available.
  const [theme, showTheme] = useState(readTheme)
  const [density, showDensity] = useState(readDensity)
  return (
    <div className="flex flex-col gap-3">
      <Row label="Theme">
        <Segmented
          label="Theme"
          choices={themes.map(value => ({ value, label: themeLabels[value] }))}
          value={theme}
          onChange={chosen => {
            setTheme(chosen)
            showTheme(chosen)
          }}
        />
      </Row>
      <Row label="Density">
        <Segmented
          label="Density"
          choices={densities.map(value => ({ value, label: densityLabels[value] }))}
          value={density}
          onChange={chosen => {
            setDensity(chosen)
            showDensity(chosen)
          }}
        />
      </Row>
      <SwitchRow
        label="Single-key shortcuts"
        help="Single-key shortcuts such as / and j. Turn them off if you use speech input."
        checked={singleKeys}
        onChange={setSingleKeys}
      />
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}

/** Changes the password and signs out other browsers. */
function PasswordForm({ email }: { email: string | null }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { busy, problem, problemOf, submitForm } = useSubmit(['current', 'password'])
  return (
    <form
      className="flex max-w-xl flex-col gap-3"
      onSubmit={submitForm(async () => {
        const ended = await changePassword(current, password)
        setCurrent('')
        setPassword('')
        showToast('Password updated', { description: formatEndedSessions(ended) })
      })}
    >
      {/* Lets password managers match the account. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <Field label="Current password" error={problemOf('current')}>
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field label="New password" help="12 to 128 characters." error={problemOf('password')}>
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Problem text={problem} />
      <Button type="submit" className="self-start" disabled={busy} focusableWhenDisabled>
        Change password
      </Button>
    </form>
  )
}

function formatEndedSessions(ended: number): string {
  if (ended === 0) return 'No other sessions.'
  return ended === 1 ? 'One other session signed out.' : `${ended} other sessions signed out.`
}
