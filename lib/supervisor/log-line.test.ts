import { expect, test } from 'vitest'
import { formatLogRecord, readLogLine } from './log-line.ts'

const noon = new Date(2026, 0, 2, 12, 34, 56).getTime()

test('a JSON line becomes time, level, process, message and request id', () => {
  const line = JSON.stringify({ level: 30, time: noon, msg: 'answered', requestId: 'req_1' })

  expect(formatLogRecord(readLogLine('gateway', line), false)).toBe(
    '12:34:56 info  gateway  answered (req_1)',
  )
})

test.each([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'error'],
  ['warn', 'warn'],
])('level %s is %s', (level, name) => {
  expect(readLogLine('gateway', JSON.stringify({ level, msg: '' })).level).toBe(name)
})

test.each(['▲ Next.js 16', '{broken', '{'])('a line that is not JSON (%s) is printed as it is', text => {
  expect(formatLogRecord(readLogLine('console', text, 'warn', noon), false)).toBe(
    `12:34:56 warn  console  ${text}`,
  )
})

test('the stack of an error follows, indented', () => {
  const line = JSON.stringify({
    level: 50,
    time: noon,
    msg: 'failed',
    err: { stack: 'Error: no\n  at x.ts:1', cause: { message: 'ENOSPC' } },
  })

  expect(formatLogRecord(readLogLine('gateway', line), false).split('\n')).toEqual([
    '12:34:56 error gateway  failed',
    '         Error: no',
    '           at x.ts:1',
    '         because: ENOSPC',
  ])
})

test('a secret printed by a library does not reach the terminal', () => {
  const text = formatLogRecord(
    readLogLine('models', 'GET https://user:hunter2@hub.example/x', 'info', noon),
    false,
  )

  expect(text).not.toContain('hunter2')
})
