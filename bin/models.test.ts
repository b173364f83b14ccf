import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { requireGrammar } from '#lib/models/answer/require-grammar.ts'
import { pretendFetched } from '#lib/models/http/__fixtures__/running-host.ts'
import { keepRunning } from '#lib/supervisor/child.ts'
import { findFreePort } from '#lib/supervisor/free-port.ts'
import { toPrograms } from '#lib/supervisor/programs.ts'

const embeddings = { model: 'local/bge-small-en-v1.5', input: 'a text' }

test('a models process that hangs is restarted: open requests get an error, later ones an answer', async () => {
  await using models = await startModels()
  await using gateway = await startTestGateway({
    local: { baseUrl: `http://127.0.0.1:${models.port}/v1`, token: models.token, checkChat: requireGrammar },
    policy: { retriesMax: 0 },
    timers: { firstEventMs: 60_000, plainMs: 60_000, idleMs: 60_000 },
  })
  await models.child.firstReady
  const hanging = models.child.pid() ?? 0

  // As in native code that does not return: the process accepts connections, and nothing more.
  process.kill(hanging, 'SIGSTOP')
  const open = await gateway.post('/v1/embeddings', embeddings)
  await vi.waitUntil(() => models.ready.mock.calls.length === 2, { timeout: 30_000 })
  const later = await gateway.post('/v1/embeddings', embeddings)

  expect(open.status).toBe(503)
  expect((await open.json()).error).toMatchObject({
    code: 'model_unavailable',
    message: 'The embedded engine is restarting. Try again in a moment.',
  })
  // The files of the model are empty.
  expect((await later.json()).error.message).toContain('Cannot load the model')
  expect(models.hung).toHaveBeenCalledTimes(1)
  expect(models.child.pid()).not.toBe(hanging)
}, 60_000)

/** A supervised models process with the files of an embedder that cannot be loaded. */
async function startModels() {
  const modelsDir = mkdtempSync(path.join(tmpdir(), 'sextant-models-'))
  await pretendFetched(modelsDir, embeddings.model)
  const port = await findFreePort('127.0.0.1', 0)
  const token = 'token-of-the-models-process-in-this-test'
  const { models } = toPrograms({
    root: path.dirname(import.meta.dirname),
    host: '127.0.0.1',
    port: 1,
    consolePort: 2,
    modelsPort: port,
    internalToken: token,
    environment: { MODELS_DIR: modelsDir, MODEL_SOURCES: 'file', SEXTANT_DATA_DIR: modelsDir },
    development: false,
    drainDeadlineMs: 5_000,
  })
  const [ready, hung] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const ignore = () => undefined
  const child = keepRunning(
    { ...models, liveness: { pauseMs: 100, missesMax: 2 } },
    { line: ignore, crashed: ignore, waiting: ignore, ready, hung },
  )
  return {
    child,
    port,
    token,
    ready,
    hung,
    async [Symbol.asyncDispose]() {
      await child.stop('SIGKILL')
      rmSync(modelsDir, { recursive: true, force: true })
    },
  }
}
