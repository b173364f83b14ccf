import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startTestServer } from './__fixtures__/test-server.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

const small = 'local/qwen2.5-coder-0.5b-instruct'

test('the list shows every model with its size, license and state, and the folder', async () => {
  using testRun = makeTestRun()

  const { exitCode, said } = await testRun.run('models list')

  expect(exitCode).toBe(0)
  expect(said).toMatch(/^MODEL +TYPE +SIZE +LICENSE +STATE/)
  expect(said).toMatch(new RegExp(`${small} +chat +491 MB +Apache-2.0 +not downloaded`))
  expect(said).toContain(join(testRun.dataDir, 'models'))
})

test('--json lists sizes in bytes', async () => {
  using testRun = makeTestRun()

  const models: unknown = JSON.parse((await testRun.run('models list --json')).said)

  expect(models).toContainEqual({
    id: small,
    kind: 'chat',
    sizeBytes: 491_400_064,
    licence: 'Apache-2.0',
    state: 'not_downloaded',
  })
})

test('a download of the running server is shown with its progress', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => {
    const figures = { file: 'x', source: null, totalBytes: 200, bytesPerSecond: 0, remainingMs: null }
    const downloading = { ...figures, model: small, doneBytes: 85, state: 'downloading' }
    const ready = { ...figures, model: 'local/moonshine-tiny-en', doneBytes: 200, state: 'ready' }
    response.end(JSON.stringify({ object: 'list', data: [downloading, ready] }))
  })
  testRun.pretendRunning(server.port)

  const { said } = await testRun.run('models list')

  expect(said).toMatch(new RegExp(`${small} .*downloading, 42 %`))
  expect(said.match(/downloading/g)).toHaveLength(1)
  expect(server.seen).toMatchObject([{ url: '/internal/downloads' }])
})

test('the list is printed while the server is starting and unreachable', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => void response.destroy())
  testRun.pretendRunning(server.port)

  const { exitCode, said } = await testRun.run('models list')

  expect(exitCode).toBe(0)
  expect(said).toContain(small)
})

test('a running server downloads for the command line, which follows the progress to the end', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => {
    sendProgress(
      response,
      { state: 'downloading', doneBytes: 250e6 },
      { state: 'downloading', doneBytes: 260e6 },
    )
    sendProgress(response, { state: 'verifying', doneBytes: 500e6 }, { state: 'ready', doneBytes: 500e6 })
    response.write('data: [DONE]\n\n')
  })
  testRun.pretendRunning(server.port)

  const { exitCode, said } = await testRun.run('models pull qwen2.5-coder-0.5b-instruct')

  expect(exitCode).toBe(0)
  expect(said.split('\n')).toEqual([
    `${small}  50 %  250 MB of 500 MB from hub, 10 MB/s, 1 min 5 s left`,
    `${small}  100 %  500 MB of 500 MB, checking`,
    `${small}  100 %  500 MB of 500 MB`,
    `${small} is ready.`,
  ])
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    url: '/internal/models/local%2Fqwen2.5-coder-0.5b-instruct/pull',
    headers: { 'x-sextant-internal': 'internal token' },
  })
})

test.each([
  [{ state: 'failed', reason: 'hub: not reached; url: 404' }, 'hub: not reached; url: 404'],
  [{ state: 'cancelled' }, 'was canceled'],
  [{ error: { message: 'The disk is full.' } }, 'The disk is full.'],
  [{ state: 'downloading' }, 'stopped before'],
])('a download that fails exits with its reason: %j', async (last, reason) => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => {
    sendProgress(response, last)
    if ('state' in last && last.state === 'downloading') setTimeout(() => response.destroy(), 50)
  })
  testRun.pretendRunning(server.port)

  const { exitCode, complained } = await testRun.run(`models pull ${small}`)

  expect(exitCode).toBe(1)
  expect(complained).toContain(reason)
})

test('an error of the running server is printed as it is', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => {
    response.statusCode = 404
    response.end(JSON.stringify({ error: { message: 'The model does not exist.' } }))
  })
  testRun.pretendRunning(server.port)

  const pull = await testRun.run('models pull x')
  const remove = await testRun.run('models rm x')

  expect([pull, remove].map(outcome => outcome.exitCode)).toEqual([1, 1])
  expect(pull.complained).toBe('The model does not exist.')
  expect(remove.complained).toBe('The model does not exist.')
})

test('interrupting leaves the server running and exits with 130', async () => {
  using testRun = makeTestRun()
  const interrupt = new AbortController()
  await using server = await startTestServer((_, response) => {
    sendProgress(response, { state: 'downloading' })
    setTimeout(() => interrupt.abort(), 20)
  })
  testRun.pretendRunning(server.port)

  const { exitCode } = await testRun.run(`models pull ${small}`, interrupt.signal)

  expect(exitCode).toBe(130)
  expect(server.seen.map(request => request.method)).toEqual(['POST'])
})

test('without a running server, a model is deleted directly, and an unknown one is an error', async () => {
  using testRun = makeTestRun()
  const folder = join(testRun.dataDir, 'models', 'qwen2.5-coder-0.5b-instruct')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'unfinished.part'), 'bytes')

  const removed = await testRun.run(`models rm ${small}`)
  const unknown = await testRun.run('models rm local/nothing')

  expect(removed.exitCode).toBe(0)
  expect(existsSync(folder)).toBe(false)
  expect(unknown).toMatchObject({ exitCode: 1, said: '' })
  expect(unknown.complained).toContain('local/nothing')
})

test('a running server deletes the model itself, so that it can unload it first', async () => {
  using testRun = makeTestRun()
  await using server = await startTestServer((_, response) => void response.end('{}'))
  testRun.pretendRunning(server.port)

  const { exitCode } = await testRun.run(`models rm ${small}`)

  expect(exitCode).toBe(0)
  expect(server.seen).toMatchObject([
    { method: 'DELETE', url: '/internal/models/local%2Fqwen2.5-coder-0.5b-instruct' },
  ])
})

function sendProgress(response: ServerResponse, ...events: Record<string, unknown>[]): void {
  const figures = {
    model: small,
    file: 'model.gguf',
    source: 'hub',
    doneBytes: 0,
    totalBytes: 500e6,
    bytesPerSecond: 10e6,
    remainingMs: 65_000,
  }
  response.write(': keep-alive\n\n')
  for (const event of events) response.write(`data: ${JSON.stringify({ ...figures, ...event })}\n\n`)
}
