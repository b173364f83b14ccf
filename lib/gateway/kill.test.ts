import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { openStore } from '#lib/store/core/store.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'

const token = randomBytes(32).toString('hex')

test('kill −9 under load, three times: the gateway restarts, and writes the row of every request that was answered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-kill-'))
  await using upstream = await startScriptedUpstream()
  const config = join(dataDir, 'sextant.yaml')
  writeFileSync(config, `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]\n`)
  const answered = new Set<string>()

  for (let round = 1; round <= 3; round++) {
    const { gateway, url } = await startGatewayProgram(dataDir, config, {
      SEXTANT_INITIAL_API_KEY: token,
    })
    const killed = once(gateway, 'exit')
    const due = answered.size + 120 + round * 17
    await Promise.all(
      Array.from({ length: 8 }, () =>
        callUntilGone(url, answered, () => answered.size >= due && gateway.kill('SIGKILL')),
      ),
    )
    expect(await killed).toEqual([null, 'SIGKILL'])
  }
  const last = await startGatewayProgram(dataDir, config, { SEXTANT_INITIAL_API_KEY: token })
  const ended = once(last.gateway, 'exit')
  last.gateway.kill('SIGKILL')
  await ended

  const written = await writtenIds(dataDir)
  expect(new Set(written).size).toBe(written.length)
  expect([...answered].filter(id => !written.includes(id))).toEqual([])
  rmSync(dataDir, { recursive: true, force: true })
}, 90_000)

/** Records the request id of each complete response until the gateway stops responding. */
async function callUntilGone(url: string, answered: Set<string>, afterEach: () => void): Promise<void> {
  const body = JSON.stringify({ model: 'up/echo', messages: [{ role: 'user', content: 'hello' }] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    for (;;) {
      const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      await response.text()
      expect(response.status).toBe(200)
      answered.add(response.headers.get('x-request-id') ?? '')
      afterEach()
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

async function writtenIds(dataDir: string): Promise<string[]> {
  await using closing = new AsyncDisposableStack()
  const store = await openStore({ dataDir, databaseUrl: null })
  closing.defer(() => store.close())
  const { teamId } = await store.teams.openModeOwner()
  return (await store.requests.list(teamId, { limit: 10_000 })).map(row => row.id)
}
