import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { environment } from '#lib/config.ts'
import { canObserveNetwork, runObserved, siteAddress } from './support/observe-network.ts'
import type { Use } from './support/use-everything.ts'

const allowed = canObserveNetwork()

test(`${allowed ? 'this system' : 'only CI'} can record the network of the server`, () => {
  expect(allowed || environment['CI'] === undefined).toBe(true)
})

test.skipIf(!allowed)(
  'no capability contacts anything but what it is asked for',
  async () => {
    const program = fileURLToPath(new URL('support/use-everything.ts', import.meta.url))

    const output = await runObserved(program, { timeoutMs: 170_000 })

    const { statuses, names, addresses, packets } = JSON.parse(output) as Use
    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([])
    expect(names).toEqual(['site.test'])
    expect(addresses).toEqual([siteAddress])
    expect(packets).toBe(0)
  },
  180_000,
)
