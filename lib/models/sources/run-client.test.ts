import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lastError, runClient } from './run-client.ts'
import { SourceUnavailable } from './source.ts'

const quiet = { signal: new AbortController().signal, timeoutMs: 5_000 }

test('exit code and output of both streams are returned', async () => {
  const run = await runClient(
    process.execPath,
    ['-e', 'console.log("out"); console.error("err"); process.exit(3)'],
    quiet,
  )

  expect(run.exitCode).toBe(3)
  expect(run.output).toContain('out')
  expect(run.output).toContain('err')
})

test('a missing client makes its source unavailable', async () => {
  await expect(runClient('no-such-client-here', [], quiet)).rejects.toThrow(
    new SourceUnavailable('no-such-client-here is not installed'),
  )
})

test('a client without execute permission counts as missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-path-'))
  writeFileSync(join(folder, 'locked-client'), '', { mode: 0o644 })
  vi.stubEnv('PATH', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  await expect(runClient('locked-client', [], quiet)).rejects.toThrow(SourceUnavailable)
})

test('a hanging client is killed at its timeout', async () => {
  const forever = ['-e', 'setInterval(() => {}, 1000)']

  await expect(runClient(process.execPath, forever, { ...quiet, timeoutMs: 200 })).rejects.toThrow(
    /timed out after/,
  )
})

test('canceling kills the client with the given reason', async () => {
  const stop = new AbortController()
  const run = runClient(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    signal: stop.signal,
    timeoutMs: 5_000,
  })
  stop.abort(new Error('cancelled by hand'))

  await expect(run).rejects.toThrow('cancelled by hand')
})

test('the error line of an output is found', () => {
  expect(lastError('Collecting x\nERROR: Could not find it\nhint: try later\n')).toBe(
    'ERROR: Could not find it',
  )
  expect(lastError('just this\n')).toBe('just this')
  expect(lastError('')).toBe('no output')
})
