import type { ReactNode } from 'react'
import { Section } from '#components/console-kit/section.tsx'

/** The sign-in methods in the operator's configuration. */
export interface SignInMode {
  readonly mode: 'open' | 'team' | 'sso'
  readonly passwords: boolean
  /** Identity providers: button label and URL. */
  readonly identityProviders: readonly {
    readonly name: string
    readonly address: string
    readonly only: string | null
  }[]
  readonly domains: readonly string[]
}

const modes = {
  open: {
    name: 'open',
    means: 'No sign-in. The console is available on this machine only, and its user is the owner.',
  },
  team: {
    name: 'team',
    means: 'Users sign in with email and password, and join by invitation.',
  },
  sso: { name: 'sso', means: 'Users sign in through your identity provider (SSO).' },
} as const

/** The current sign-in methods. They are set in the environment, because a mistake here would lock everyone out. */
export function SignInPage({ mode, passwords, identityProviders, domains }: SignInMode) {
  const { name, means } = modes[mode]
  return (
    <>
      <Section title="Sign-in methods" about={means}>
        <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
          <Fact label="Mode">{name}</Fact>
          {mode !== 'open' && <Fact label="Passwords">{passwords ? 'on' : 'off'}</Fact>}
          {identityProviders.map(identityProvider => (
            <Fact key={identityProvider.address} label={identityProvider.name}>
              {identityProvider.address}
              {identityProvider.only !== null && (
                <span className="text-muted"> · members of {identityProvider.only} only</span>
              )}
            </Fact>
          ))}
          {mode === 'sso' && (
            <Fact label="Auto-join domains">
              {domains.length === 0 ? 'none; users need an invitation' : domains.join(', ')}
            </Fact>
          )}
        </dl>
      </Section>
      <Section
        title="Change sign-in"
        about="Set these environment variables (with Docker Compose in .env.sextant) and restart Sextant. It does not start with an unsafe combination and logs the reason."
      >
        <ul className="flex max-w-2xl list-disc flex-col gap-1 pl-5">
          <li>
            <code>SEXTANT_AUTH</code> is <code>open</code>, <code>team</code> or <code>sso</code>. The last
            two require <code>APP_URL</code>, <code>AUTH_SECRET</code> and <code>ENCRYPTION_KEY</code>.
          </li>
          <li>
            OpenID Connect: <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code>,{' '}
            <code>OIDC_CLIENT_SECRET</code>, <code>OIDC_NAME</code>.
          </li>
          <li>
            GitHub: <code>GITHUB_CLIENT_ID</code>, <code>GITHUB_CLIENT_SECRET</code>, and{' '}
            <code>GITHUB_ORGANISATION</code> to admit only its members.
          </li>
          <li>
            <code>SSO_DOMAINS</code>: domains whose verified users join automatically.{' '}
            <code>SEXTANT_PASSWORDS=off</code>: single sign-on only.
          </li>
        </ul>
      </Section>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
