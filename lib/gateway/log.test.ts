import { expect, test } from 'vitest'
import { createLog, createOutageLog } from './log.ts'

test('an outage is logged in one line without a stack, once a minute', () => {
  const lines: string[] = []
  let now = 0
  const log = createLog('warn', 'test', { write: line => void lines.push(line) })
  const onFault = createOutageLog(log, 'could not look up budgets', () => now)

  for (let failures = 0; failures < 100; failures++) onFault(new Error('connection refused'))
  now = 60_000
  onFault(new Error('connection refused'))

  expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'could not look up budgets: connection refused', failures: 1 },
    { failures: 100 },
  ])
  expect(lines.join('')).not.toMatch(/ at /)
})
