import { expect, test } from 'vitest'
import { createTerminal } from './terminal.ts'

function record(isTTY: boolean, format: 'text' | 'json' = 'text') {
  const written: string[] = []
  const screen = { isTTY, columns: 120, write: (text: string) => written.push(text) }
  return { terminal: createTerminal(screen, format, '/models'), written, text: () => written.join('') }
}

const download = (state: string, doneBytes: number, more = {}) =>
  JSON.stringify({
    level: 30,
    time: 0,
    msg: 'download',
    model: 'local/tiny',
    state,
    doneBytes,
    totalBytes: 100_000_000,
    bytesPerSecond: 2_000_000,
    remainingMs: 49_000,
    ...more,
  })

test('a log file gets a download line every 10%', () => {
  const { terminal, written } = record(false)

  for (let done = 0; done <= 100; done += 1) terminal.childLine('models', download('downloading', done * 1e6))
  terminal.childLine('models', download('ready', 100e6))

  expect(written).toHaveLength(12)
  expect(written[3]).toContain('Downloading local/tiny: 30% (30 of 100 MB, 2.0 MB/s, 49 s left)')
  expect(written.at(-1)).toContain('local/tiny is ready.')
})

test('a terminal shows a download as one updating line, with log lines above it', () => {
  const { terminal, written, text } = record(true)

  terminal.childLine('models', download('downloading', 50e6))
  terminal.childLine('gateway', JSON.stringify({ level: 30, time: 0, msg: 'hello' }))
  terminal.childLine('models', download('ready', 100e6))

  const bar = `local/tiny  ${'━'.repeat(12)}${'╌'.repeat(12)} 50 %  50 of 100 MB, 2.0 MB/s, 49 s left`
  expect(written[0]).toBe(`\r\u001b[K${bar}`)
  expect(written[1]).toMatch(/hello\n/)
  expect(written[1]?.endsWith(`\n${bar}`)).toBe(true)
  expect(text()).toMatch(/local\/tiny is ready\.\n$/)
})

test('failed downloads name the reason, and the remedy once', () => {
  const { terminal, text } = record(false)

  terminal.childLine('models', download('failed', 0, { reason: 'hub: unreachable; wheel: no pip' }))
  terminal.childLine('models', download('failed', 0, { model: 'local/other', reason: 'hub: unreachable' }))

  expect(text()).toContain('local/tiny: hub: unreachable; wheel: no pip')
  expect(text()).toContain('npm run -s sextant -- models pull local/tiny')
  expect(text()).toContain('/models')
  expect(text()).toContain('local/other: hub: unreachable')
  expect(text().split('models pull')).toHaveLength(2)
})

test('LOG_FORMAT=json passes lines through, and prints its own as JSON', () => {
  const { terminal, written } = record(true, 'json')
  const line = download('downloading', 1)

  terminal.childLine('models', line)
  terminal.say('Sextant is ready: http://localhost:3000')

  expect(written[0]).toBe(`${line}\n`)
  expect(JSON.parse(written[1] ?? '')).toMatchObject({
    level: 'info',
    msg: 'Sextant is ready: http://localhost:3000',
  })
})

test('LOG_FORMAT=json wraps library output in an object, without its secrets', () => {
  const { terminal, written } = record(false, 'json')

  terminal.childLine('models', 'GET https://user:hunter2@hub.example/x', 'warn')

  expect(JSON.parse(written.join(''))).toMatchObject({ level: 'warn', process: 'models' })
  expect(written.join('')).not.toContain('hunter2')
})

test.each(['text', 'json'] as const)('Next’s configuration message is never printed (%s)', format => {
  const { terminal, written } = record(false, format)

  terminal.childLine('console', ' ✓ Running next.config.mjs took 17ms')

  expect(written).toEqual([])
})
