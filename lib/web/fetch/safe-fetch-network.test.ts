import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Outcome {
  readonly id: string
  readonly outcomes: string[]
  readonly right: string[]
  readonly leaks: string[]
}

// Not available or permitted everywhere.
const isolate = 'unshare'
const fixture = fileURLToPath(new URL('../../../e2e/fixtures/ssrf-urls.json', import.meta.url))
const program = fileURLToPath(new URL('./__fixtures__/ssrf-program.ts', import.meta.url))
const addresses = [
  '93.184.216.34',
  '172.32.0.1',
  '10.0.0.5',
  '169.254.169.254',
  '2606:2800:220:1::34',
  '64:ff9b::7f00:1',
]
const setUp = [
  'ip link set lo up',
  ...addresses.map(address => `ip addr add ${address} dev lo${address.includes(':') ? ' nodad' : ''}`),
]
const allowed = spawnSync(isolate, ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0

test.skipIf(!allowed)(
  'with real sockets, all 25 cases are correct and no request reaches a blocked address',
  async () => {
    const command = [...setUp, `exec ${process.execPath} ${program} ${fixture}`].join(' && ')

    const { stdout } = await promisify(execFile)(isolate, ['-rn', 'sh', '-c', command], { timeout: 60_000 })

    const { control, results } = JSON.parse(stdout) as { control: string[]; results: Outcome[] }
    expect(control).toEqual(['10.0.0.5'])
    expect(results.length).toBe(25)
    for (const { id, outcomes, right, leaks } of results)
      expect({ id, outcomes, leaks }).toEqual({ id, outcomes: right, leaks: [] })
  },
  60_000,
)
