import { fieldOf } from '#lib/client/console-answer.ts'
import type { TeamRole } from '#lib/contracts/console/members.ts'
import { askConsole, ConsoleRefusal } from '#lib/client/ask-console.ts'

/** The details of a new account. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Signs this browser in; the session is a cookie that scripts cannot read. */
export async function signIn(email: string, password: string): Promise<void> {
  await askConsole('POST', '/api/sign-in', { email, password })
}

/** Ends this browser's session and clears this tab's session storage. */
export async function signOut(): Promise<void> {
  await askConsole('POST', '/api/sign-out', {})
  sessionStorage.clear()
}

export async function setUp(secret: string, account: NewAccount): Promise<void> {
  await askConsole('POST', '/api/set-up', { secret, ...account })
}

export interface OpenedInvitation {
  readonly team: string
  readonly role: TeamRole
  /** The only email that may join; null: any. */
  readonly email: string | null
}

export async function openInvitation(secret: string): Promise<OpenedInvitation> {
  const answer = await askConsole('POST', '/api/invitations/open', { secret })
  const { roleSchema } = await import('#lib/contracts/console/members.ts')
  const email = fieldOf(answer, 'email')
  return {
    team: String(fieldOf(answer, 'team')),
    role: roleSchema.parse(fieldOf(answer, 'role')),
    email: typeof email === 'string' ? email : null,
  }
}

export async function acceptInvitation(secret: string, account: NewAccount): Promise<void> {
  await askConsole('POST', '/api/invitations/accept', { secret, ...account })
}

/** The one-time URL that starts SSO at an identity provider and returns to `next`. */
export async function toSignOnAddress(id: string, next: string): Promise<string> {
  const csrfToken = fieldOf(await askConsole('GET', '/api/auth/csrf'), 'csrfToken')
  const body = { csrfToken, callbackUrl: next, json: 'true' }
  const url = fieldOf(await askConsole('POST', `/api/auth/signin/${id}`, body), 'url')
  if (typeof url === 'string') return url
  throw new ConsoleRefusal('Could not start single sign-on. Try again.', 'no_address', null)
}
