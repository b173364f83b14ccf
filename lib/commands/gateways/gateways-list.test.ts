import { expect, test } from 'vitest'
import { openStore } from '#lib/store/core/store.ts'
import { migrations } from '#lib/store/migrations/migrations.ts'
import { makeTestRun } from '#lib/commands/__fixtures__/test-run.ts'

test('gateways list names each running gateway with its version, schema and times', async () => {
  using testRun = makeTestRun()
  expect((await testRun.run('gateways list')).said).toMatch(/^No gateway was seen in the last 20 seconds\./)
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  await store.openRequests.renew('gw_a', '1.2.3')
  await store.close()

  const { said, exitCode } = await testRun.run('gateways list')
  const json = await testRun.run('gateways list --json')

  expect(exitCode).toBe(0)
  const [head = '', row = ''] = said.split('\n')
  expect(head.split(/ {2,}/)).toEqual(['ID', 'VERSION', 'SCHEMA', 'STARTED', 'LAST SEEN'])
  const [id, version, schema, started = '', seen] = row.split(/ {2,}/)
  expect([id, version, schema]).toEqual(['gw_a', '1.2.3', String(migrations.length)])
  expect(Math.abs(Date.now() - Date.parse(started))).toBeLessThan(60_000)
  expect(seen).toMatch(/^\d+ s ago$/)
  expect(JSON.parse(json.said)).toMatchObject([{ id: 'gw_a', version: '1.2.3', schema: migrations.length }])
})
