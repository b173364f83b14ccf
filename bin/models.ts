import { once } from 'node:events'
import { availableParallelism, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '#lib/config.ts'
import { createLog } from '#lib/gateway/log.ts'
import { findEntry } from '#lib/models/catalog.ts'
import { chooseWindow } from '#lib/models/context-window.ts'
import { createModelHost } from '#lib/models/create-model-host.ts'
import { defaultModels } from '#lib/models/default-models.ts'
import { createModelsServer } from '#lib/models/http/models-server.ts'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { storedState } from '#lib/models/list-models.ts'
import { createLlamaLoader, threadBudget } from '#lib/models/llama/load-llama-runner.ts'
import { createOnnxLoader } from '#lib/models/onnx/load-onnx-model.ts'
import { createTranscriberLoader } from '#lib/models/speech/load-transcriber.ts'
import { onStopRequest } from '#lib/supervisor/stop-request.ts'

const parallel = 2
const closeMs = 5_000

const config = loadConfig()
const { internal, modelsDir } = config
if (!internal?.modelsPort) throw new Error('bin/start.ts starts bin/models.ts with a port and a token')

const semaphore = createComputeSemaphore()
const logger = createLog(config.logLevel, 'models')
const host = createModelHost({
  modelsDir,
  modelSources: config.modelSources,
  hub: { endpoint: config.hfEndpoint, token: config.hfToken },
  internalToken: internal.token,
  windowOf: entry =>
    chooseWindow(entry, {
      wantedTokens: config.modelContext,
      parallel,
      totalMemoryBytes: totalmem(),
    }),
  parallel,
  queueLimit: 64,
  idleMs: config.modelIdleMinutes * 60_000,
  downloadWaitMs: 300_000,
  keepAliveMs: config.timers.keepAliveMs,
  loadChat: createLlamaLoader({
    sequences: parallel,
    semaphore,
    log: (level, message) => logger[level]({ library: 'llama.cpp' }, message),
  }),
  loadOnnx: createOnnxLoader({ threads: threadBudget(availableParallelism()), semaphore }),
  loadTranscriber: createTranscriberLoader({ threads: threadBudget(availableParallelism()), semaphore }),
  freeMemoryBytes: () => process.availableMemory(),
  log: (level, message, fields) => logger[level](fields ?? {}, message),
})

const server = createModelsServer(host)
server.listen(internal.modelsPort, '127.0.0.1')
await once(server, 'listening')

onStopRequest(() => void stop())

const defaults = defaultModels({ ...config.defaults, totalMemoryBytes: totalmem() })
for (const entry of defaults.map(findEntry).filter(found => found !== undefined))
  if ((await storedState(modelsDir, entry)) !== 'ready')
    await host.downloads.start(entry).finished.catch(() => undefined)

async function stop(): Promise<void> {
  host.downloads.cancelAll()
  server.closeAllConnections()
  const closed = Promise.all([host.embedders.close(), host.crossEncoders.close(), host.transcribers.close()])
  await Promise.race([closed, sleep(closeMs)])
  // The threads of the chat library would keep the process alive, and it has no state to save.
  setTimeout(() => process.exit(0), 200)
}
