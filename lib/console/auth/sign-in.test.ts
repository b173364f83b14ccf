import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { acceptInvitation, openInvitation } from '#lib/console/members/join.ts'
import { findMember, readSessionId } from './session.ts'
import { signIn, signOut } from './sign-in.ts'

const password = 'correct horse battery'
let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

/** A member who joined with a password, and the cookie of that session. */
async function join(name: string): Promise<{ email: string; cookie: string }> {
  const { owner } = team.members
  const input = { teamId: owner.teamId, role: 'member', email: null, by: owner } as const
  const { secret } = await team.store.invitations.create(input)
  const email = `${name}@example.org`
  const body = { secret, email: ` ${email.toUpperCase()} `, name, password }
  const response = await acceptInvitation(await team.request('POST', '/api/invitations/accept', null, body))
  return { email, cookie: cookieOf(response) }
}

async function trySignIn(body: object, address = '203.0.113.7'): Promise<Response> {
  const request = await team.request('POST', '/api/sign-in', null, body)
  request.headers.set('x-forwarded-for', address)
  return signIn(request)
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const asked = (cookie: string) => ({ headers: new Headers({ cookie: `other=1; ${cookie}` }) })

test('accepting an invitation signs in, and the email address works in any letter case', async () => {
  const { email, cookie } = await join('ada')

  const response = await trySignIn({ email: `  ${email.toUpperCase()}`, password })

  expect(await findMember(asked(cookie))).toMatchObject({ name: 'ada', role: 'member', email })
  expect(response.status).toBe(200)
  expect(await findMember(asked(cookieOf(response)))).toMatchObject({ name: 'ada' })
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-sextant-session=ey\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('an invitation shows its team and role, and nothing once it is used', async () => {
  const { owner } = team.members
  const input = { teamId: owner.teamId, role: 'viewer', email: 'v@example.org', by: owner } as const
  const { secret } = await team.store.invitations.create(input)
  const open = async () =>
    openInvitation(await team.request('POST', '/api/invitations/open', null, { secret }))

  const before = await open()
  await acceptInvitation(
    await team.request('POST', '/api/invitations/accept', null, {
      secret,
      email: 'v@example.org',
      name: 'V',
      password,
    }),
  )

  expect(await before.json()).toEqual({ role: 'viewer', email: 'v@example.org', team: 'default' })
  expect((await open()).status).toBe(404)
})

test('a wrong password and an unknown email look the same: status, text, size and headers', async () => {
  const { email } = await join('eva')

  const wrong = await trySignIn({ email, password: 'wrong horse battery' })
  const unknown = await trySignIn({ email: 'nobody@example.org', password: 'wrong horse battery' })

  const seen = async (response: Response) => ({
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  })
  expect(await seen(wrong)).toEqual(await seen(unknown))
  expect(wrong.status).toBe(401)
})

describe('guessing', () => {
  test('the sixth attempt on one account from one IP address must wait, known or not, even with the right password', async () => {
    const { email } = await join('gil')
    const attempts = async (of: string) => {
      const answers: number[] = []
      for (let attempt = 1; attempt <= 7; attempt++) {
        const body = { email: of, password: 'a wrong password' }
        answers.push((await trySignIn(body, '198.51.100.1')).status)
      }
      return answers
    }

    const known = await attempts(email)
    const unknown = await attempts('not-there@example.org')
    const right = await trySignIn({ email, password }, '198.51.100.1')
    const elsewhere = await trySignIn({ email, password }, '198.51.100.2')

    expect(known).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(unknown).toEqual(known)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(600)
    expect(elsewhere.status).toBe(200)
  })

  test('forty simultaneous attempts do not bypass the limit', async () => {
    const body = { email: 'somebody@example.org', password: 'a wrong password' }

    const answers = await Promise.all(Array.from({ length: 40 }, () => trySignIn(body, '198.51.100.3')))

    const looked = answers.filter(answer => answer.status === 401)
    expect(looked.length).toBeLessThanOrEqual(5)
    expect(answers.every(answer => answer.status === 401 || answer.status === 429)).toBe(true)
  })
})

test('only a valid session cookie is accepted', async () => {
  const { cookie } = await join('kim')
  const [name, token = ''] = cookie.split('=')
  const forged = [
    '',
    `${name}=`,
    `${name}=x`,
    `${name}=${token.slice(0, -2)}`,
    `${name}=${token.split('').toReversed().join('')}`,
    `sextant-session=${token}`,
    // Forged tokens with `alg: none` and an empty secret.
    `${name}=eyJhbGciOiJub25lIn0.eyJzaWQiOiJzZXNzaW9uX3gifQ.`,
  ]

  for (const each of forged) expect([each, await findMember(asked(each))]).toEqual([each, null])
  expect(await readSessionId(asked(cookie))).toMatch(/^session_/)
})

test('signing out ends the session in the store, not only in the browser', async () => {
  const { cookie } = await join('lea')
  const request = await team.request('POST', '/api/sign-out', null)
  request.headers.set('cookie', cookie)

  const response = await signOut(request)

  expect(response.headers.get('set-cookie')).toMatch(/^__Host-sextant-session=; Max-Age=0;/)
  expect(await findMember(asked(cookie))).toBeNull()
})

test('role changes and removals by another process take effect here', async () => {
  const { cookie } = await join('max')
  const member = await findMember(asked(cookie))
  const change = { teamId: team.members.owner.teamId, userId: member?.userId ?? '', by: team.members.owner }

  await team.store.members.changeRole({ ...change, role: 'viewer' })
  // The cache is notified as by another process; no fake clock is needed.
  await vi.waitFor(
    async () => expect(await findMember(asked(cookie))).toMatchObject({ role: 'viewer' }),
    9000,
  )
  await team.store.members.remove(change)

  await vi.waitFor(async () => expect(await findMember(asked(cookie))).toBeNull(), 9000)
})
