import { expect, test } from 'vitest'
import { updatePricesWeekly } from './price-updates.ts'

test('the update runs in a process of its own, and its result is logged', async () => {
  const [level, text] = await updateOnce(`console.log('3 added,\\n 1 changed')`)
  expect(level).toBe('info')
  expect(text).toBe('Price update: 3 added, 1 changed')
})

test('a failed update is logged with its reason', async () => {
  const [level, text] = await updateOnce(`console.error('Cannot read the file'); process.exit(1)`)
  expect(level).toBe('warn')
  expect(text).toBe('Price update failed: Cannot read the file')
})

function updateOnce(script: string): Promise<[level: string, text: string]> {
  const controller = new AbortController()
  return new Promise(resolve => {
    updatePricesWeekly({
      root: process.cwd(),
      environment: process.env,
      log(...line) {
        controller.abort()
        resolve(line)
      },
      firstMs: 0,
      signal: controller.signal,
      nodeArguments: ['-e', script],
    })
  })
}
