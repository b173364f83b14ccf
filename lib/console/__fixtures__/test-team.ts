import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import type { Store } from '#lib/store/core/store.ts'
import { makeMember, makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { toSessionCookie } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

const appUrl = 'https://ai.example.org'

export type TestMember = MemberActor & { readonly id: string; readonly teamId: string }

/** A console with sign-in, a gateway that accepts everything, and members of every role; for tests. */
export interface TestTeam extends AsyncDisposable {
  readonly store: Store
  readonly members: Readonly<Record<'viewer' | 'member' | 'admin' | 'owner', TestMember>>
  /** The owner of another team. */
  readonly stranger: TestMember
  /** Requests received by the API: method and path. */
  readonly reached: string[]
  /** A request from a console page; `by` null: signed out. */
  request(method: string, path: string, by: TestMember | null, body?: object): Promise<Request>
}

/** Call it before anything reads the settings: a process reads them once. */
export async function makeTestTeam(environment: Record<string, string> = {}): Promise<TestTeam> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-team-'))
  const reached: string[] = []
  const gateway = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end('{"object":"list","data":[]}'))
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const variables = {
    SEXTANT_AUTH: 'team',
    APP_URL: appUrl,
    AUTH_SECRET: 'kG7tYpQ2xVb9ZsLr4MnC8wHd1JfEa6Uo',
    ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    SEXTANT_DATA_DIR: dataDir,
    SEXTANT_INTERNAL_TOKEN: 'internal-token-of-this-start',
    SEXTANT_GATEWAY_PORT: String((gateway.address() as AddressInfo).port),
    ...environment,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const opened = await store()
  const owner = await makeOwner(opened)
  const members = {
    owner,
    admin: await makeMember(opened, owner, 'admin'),
    member: await makeMember(opened, owner, 'member'),
    viewer: await makeMember(opened, owner, 'viewer'),
  }
  return {
    store: opened,
    members,
    stranger: await makeOtherTeam({ dataDir, databaseUrl: null }),
    reached,
    async request(method, path, by, body) {
      const headers = new Headers({ host: 'ai.example.org', origin: appUrl })
      if (by !== null) headers.set('cookie', await signIn(opened, by))
      const init: RequestInit = { method, headers }
      if (method !== 'GET' && method !== 'HEAD') {
        headers.set('content-type', 'application/json')
        init.body = JSON.stringify(body ?? {})
      }
      return new Request(`${appUrl}${path}`, init)
    },
    async [Symbol.asyncDispose]() {
      gateway.close()
      gateway.closeAllConnections()
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
      vi.unstubAllEnvs()
    },
  }
}

const cookies = new Map<string, string>()

async function signIn(opened: Store, by: TestMember): Promise<string> {
  const known = cookies.get(by.id)
  if (known !== undefined) return known
  const input = { userId: by.id, teamId: by.teamId, actor: by, client: null }
  const session = await opened.sessions.start(input)
  const cookie = (await toSessionCookie(session.id)).split(';')[0] ?? ''
  cookies.set(by.id, cookie)
  return cookie
}
