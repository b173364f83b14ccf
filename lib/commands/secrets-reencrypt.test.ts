import { expect, test } from 'vitest'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { openStore } from '#lib/store/core/store.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [one, two] = [`k1:${base64(1)}`, `k2:${base64(2)}`]
const apiKey = 'sk-0123456789abcdefghij'

test('keys are re-encrypted with the first key, and those that no key decrypts are named', async () => {
  using testRun = makeTestRun({ ENCRYPTION_KEY: `${two},${one}` })
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const by = { id: null, name: 'test', address: null }
  const provider = { purpose: 'models', kind: 'openai', server: null, messagesApi: null, apiKey } as const
  const at = (name: string) => ({ ...provider, name, baseUrl: `https://${name}.example/v1` })
  await store.providers.create(teamId, at('acme'), createSecretBox(one), by)

  const first = await testRun.run('secrets reencrypt')
  const again = await testRun.run('secrets reencrypt')
  await store.providers.create(teamId, at('lost'), createSecretBox(`k1:${base64(9)}`), by)
  const lost = await testRun.run('secrets reencrypt')

  expect([first, again]).toMatchObject([
    { exitCode: 0, said: 'Re-encrypted 1 provider key. The current key is k2.' },
    { exitCode: 0, said: 'Re-encrypted 0 provider keys. The current key is k2.' },
  ])
  expect(lost.exitCode).toBe(1)
  expect(lost.complained).toContain('the keys of lost')
  expect(JSON.stringify([first, again, lost])).not.toContain(apiKey)
  expect(await store.providers.open(teamId, createSecretBox(two))).toMatchObject([
    { name: 'acme', apiKey },
    { name: 'lost', apiKey: null, keyLost: true },
  ])
  await store.close()
})
