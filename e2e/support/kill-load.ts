import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { signInClient } from './console-client.ts'
import type { LaunchedServer } from './launch-server.ts'
import { owner } from './team-server.ts'

// About fifty calls a second: this measures losses, not throughput.
const callersAtATime = 6
const callEveryMs = 100
const changeEveryMs = 100

/** Operations acknowledged while processes were killed. */
export interface Told {
  /** Request ids of whole answers. */
  readonly answered: ReadonlySet<string>
  /** Tokens of created keys, and the result of their revocation. */
  readonly keys: ReadonlyMap<string, 'made' | 'revoked'>
}

/**
 * Chats with a key, makes keys and revokes every other one, until stopped. Requests without a response are
 * retried.
 */
export async function startKillLoad(server: LaunchedServer): Promise<{ stop(): Promise<Told> }> {
  const stopping = new AbortController()
  const client = await signInClient(server.url, owner)
  const answered = new Set<string>()
  const keys = new Map<string, 'made' | 'revoked'>()
  const chats = Array.from({ length: callersAtATime }, () =>
    repeat(() => chat(server, answered), callEveryMs),
  )
  const changes = repeat(() => change(), changeEveryMs)

  async function repeat(act: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await act().catch(ignoreGone)
      await sleep(pauseMs)
    }
  }

  async function change(): Promise<void> {
    const made = await client.ask('POST', '/api/keys', { name: 'while it is killed', scopes: ['chat'] })
    if (made.status !== 201) return sleep(20)
    const { token, key } = madeSchema.parse(await made.json())
    keys.set(token, 'made')
    if (keys.size % 2 === 0) return
    // Without a response the revocation is unknown and not counted.
    keys.delete(token)
    const gone = await client.ask('DELETE', `/api/keys/${key.id}`)
    if (gone.status === 200) keys.set(token, 'revoked')
  }

  return {
    async stop() {
      stopping.abort()
      await Promise.all([...chats, changes])
      return { answered, keys }
    },
  }
}

/** Keys whose state differs from the acknowledged one; the server must be ready. */
export async function brokenPromises(server: LaunchedServer, { keys }: Told): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [token, state] of keys) {
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(`${server.url}/v1/models`, { headers })
    if (status !== (state === 'made' ? 200 : 401)) broken.push(`${state}: ${status}`)
  }
  return broken
}

const madeSchema = z.object({ token: z.string(), key: z.object({ id: z.string() }) })

async function chat(server: LaunchedServer, answered: Set<string>): Promise<void> {
  const answer = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted/echo', messages: [{ role: 'user', content: 'Are you there?' }] }),
  })
  await answer.text()
  if (answer.status === 200) answered.add(answer.headers.get('x-request-id') ?? '')
}

/** Refused and broken connections are expected. */
async function ignoreGone(error: unknown): Promise<void> {
  if (!(error instanceof TypeError)) throw error
  await sleep(20)
}
