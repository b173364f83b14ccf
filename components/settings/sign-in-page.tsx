import type { ReactNode } from 'react'
import { Section } from '#components/console-kit/section.tsx'

/** How people come in, as the operator's configuration says it. */
export interface SignInMode {
  readonly mode: 'open' | 'team' | 'sso'
  readonly passwords: boolean
  /** Servers that vouch for people: what the button says, and where they are. */
  readonly vouchers: readonly {
    readonly name: string
    readonly address: string
    readonly only: string | null
  }[]
  readonly domains: readonly string[]
}

const modes = {
  open: {
    name: 'open',
    means: 'Nobody signs in. The console answers this machine alone, and whoever uses it is the owner.',
  },
  team: {
    name: 'team',
    means: 'People sign in with an e-mail address and a password; they join by invitation.',
  },
  sso: { name: 'sso', means: 'People sign in at a server that vouches for them.' },
} as const

/** What holds, and where it is changed: not here, because a mistake would lock everybody out. */
export function SignInPage({ mode, passwords, vouchers, domains }: SignInMode) {
  const { name, means } = modes[mode]
  return (
    <>
      <Section title="How people sign in" about={means}>
        <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
          <Fact label="Mode">{name}</Fact>
          {mode !== 'open' && <Fact label="Passwords">{passwords ? 'on' : 'off'}</Fact>}
          {vouchers.map(voucher => (
            <Fact key={voucher.address} label={voucher.name}>
              {voucher.address}
              {voucher.only !== null && (
                <span className="text-muted"> · members of {voucher.only} alone</span>
              )}
            </Fact>
          ))}
          {mode === 'sso' && (
            <Fact label="Join by themselves">
              {domains.length === 0 ? 'nobody by address: others need an invitation' : domains.join(', ')}
            </Fact>
          )}
        </dl>
      </Section>
      <Section
        title="To change it"
        about="Set these where Sextant is started, in its environment (with Docker Compose in .env.sextant), and start it again. It refuses to start with a combination that would be unsafe, and says why."
      >
        <ul className="flex max-w-2xl list-disc flex-col gap-1 pl-5">
          <li>
            <code>SEXTANT_AUTH</code> is <code>open</code>, <code>team</code> or <code>sso</code>. The last
            two need <code>APP_URL</code>, <code>AUTH_SECRET</code> and <code>ENCRYPTION_KEY</code>.
          </li>
          <li>
            An OpenID provider: <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code>,{' '}
            <code>OIDC_CLIENT_SECRET</code>, <code>OIDC_NAME</code>.
          </li>
          <li>
            GitHub: <code>GITHUB_CLIENT_ID</code>, <code>GITHUB_CLIENT_SECRET</code>, and{' '}
            <code>GITHUB_ORGANISATION</code> to let in its members alone.
          </li>
          <li>
            <code>SSO_DOMAINS</code>: whose verified addresses join by themselves.{' '}
            <code>SEXTANT_PASSWORDS=off</code>: single sign-on is the only way in.
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
