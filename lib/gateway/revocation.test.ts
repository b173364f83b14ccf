import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { openStore } from '#lib/store/core/store.ts'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { sharedPostgres } from '#lib/store/__fixtures__/test-store.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'

const missing = missingPostgres()
const note = missing === null ? '' : ` (skipped: ${missing})`

// Two processes connected only through the database, and a third one that revokes keys like the console.
test.skipIf(missing !== null)(
  `every gateway rejects a revoked key within five seconds, and its open streams end${note}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-revocation-'))
    await using upstream = await startScriptedUpstream()
    const databaseUrl = await (await sharedPostgres()).createDatabase()
    const config = join(folder, 'sextant.yaml')
    writeFileSync(config, `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]\n`)
    await using one = await startProgram(join(folder, 'one'), config, databaseUrl)
    await using other = await startProgram(join(folder, 'other'), config, databaseUrl)
    const store = await openStore({ dataDir: folder, databaseUrl })
    const { teamId } = await store.teams.openModeOwner()
    const made = await store.keys.create({ teamId, ownerId: null, name: 'k', kind: 'api', scopes: ['chat'] })
    const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' }
    const status = async (url: string) => (await fetch(`${url}/v1/models`, { headers })).status
    // Both have the key in their cache, and a stream that would last for minutes.
    const streams = await Promise.all(
      [one, other].map(({ url }) =>
        fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            model: 'up/chunks-100000-5',
            stream: true,
            messages: [{ role: 'user', content: 'hello' }],
          }),
        }),
      ),
    )
    expect(streams.map(stream => stream.status)).toEqual([200, 200])
    expect([await status(one.url), await status(other.url)]).toEqual([200, 200])

    await store.keys.revoke(teamId, made.key.id)

    const within = { timeout: 5000, interval: 50 }
    await expect
      .poll(async () => [await status(one.url), await status(other.url)], within)
      .toEqual([401, 401])
    const ends = await Promise.all(streams.map(stream => stream.text()))
    for (const end of ends) {
      expect(end).toContain('invalid_api_key')
      expect(end).not.toContain('[DONE]')
    }
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  },
  60_000,
)

async function startProgram(dataDir: string, config: string, databaseUrl: string) {
  const { gateway, url } = await startGatewayProgram(dataDir, config, { DATABASE_URL: databaseUrl })
  const ended = once(gateway, 'exit')
  return {
    url,
    async [Symbol.asyncDispose]() {
      gateway.kill('SIGKILL')
      await ended
    },
  }
}
