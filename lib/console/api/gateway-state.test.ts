import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { readGatewayState } from './gateway-state.ts'

test('characters split across chunks are decoded correctly', async () => {
  const state = {
    providers: [],
    circuits: [],
    models: [],
    defaults: {},
    next_embedder: '',
    search: { order: [], listed: false },
    problems: { providers: { acme: '€'.repeat(300_000) }, search: {}, models: {}, defaults: {} },
  }
  const gateway = createServer((_, response) => response.end(JSON.stringify(state)))
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  vi.stubEnv('SEXTANT_INTERNAL_TOKEN', 'internal-token-of-this-start')
  vi.stubEnv('SEXTANT_GATEWAY_PORT', String((gateway.address() as AddressInfo).port))

  const read = await readGatewayState(AbortSignal.timeout(10_000), { models: false })

  expect(read?.problems.providers['acme'] === state.problems.providers.acme).toBe(true)
  gateway.close()
  gateway.closeAllConnections()
  vi.unstubAllEnvs()
})
