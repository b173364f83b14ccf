import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { findEntry } from '#lib/models/catalog.ts'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
import { createModelHost, type ModelHostSettings } from '#lib/models/create-model-host.ts'
import { markVerified } from '#lib/models/download/verify.ts'
import type { ModelHost } from '#lib/models/http/model-host.ts'
import { createModelsServer } from '#lib/models/http/models-server.ts'
import { modelFile, modelFolder } from '#lib/models/model-files.ts'

export const hostToken = 'a-token-for-tests'
export const chatModel = 'local/qwen2.5-coder-0.5b-instruct'

export interface RunningHost extends AsyncDisposable {
  readonly origin: string
  readonly modelsDir: string
  readonly resident: ModelHost['resident']
  /** Sends a request with the token; bodies are JSON. */
  ask(path: string, options?: { body?: object; method?: string; headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>
}

/** The models process in-process: its own port and folder, with the engine of the test. */
export async function startHost(
  settings: Pick<ModelHostSettings, 'loadChat'> & Partial<ModelHostSettings>,
): Promise<RunningHost> {
  const folder = await createFolder()
  const modelsDir = settings.modelsDir ?? folder.path
  const host = createModelHost({
    modelsDir,
    modelSources: ['file'],
    hub: { endpoint: 'http://127.0.0.1:9', token: null },
    internalToken: hostToken,
    windowOf: ({ memoryBytes }) => ({ tokens: 4096, memoryBytes }),
    parallel: 1,
    queueLimit: 64,
    idleMs: 60_000,
    downloadWaitMs: 5_000,
    keepAliveMs: 10_000,
    freeMemoryBytes: () => Number.MAX_SAFE_INTEGER,
    loadOnnx: async () => {
      throw new Error('this test gave no small model')
    },
    loadTranscriber: async () => {
      throw new Error('this test gave no speech model')
    },
    log: () => undefined,
    ...settings,
  })
  const server = createModelsServer(host)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    modelsDir,
    resident: host.resident,
    ask: async (path, { body, method, headers, signal } = {}) =>
      await fetch(origin + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { 'x-sextant-internal': hostToken, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    async [Symbol.asyncDispose]() {
      host.downloads.cancelAll()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await Promise.all([host.resident.unload(), host.embedders.unload(), host.crossEncoders.unload(), host.transcribers.unload()])
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Creates a model's files as if downloaded and verified, without their bytes. */
export async function pretendFetched(modelsDir: string, id = chatModel): Promise<void> {
  const entry = requireEntry(id)
  await mkdir(modelFolder(modelsDir, entry), { recursive: true })
  for (const file of entry.files) {
    const path = modelFile(modelsDir, entry, file)
    const handle = await open(path, 'w')
    // A sparse file: the right size, without disk usage.
    await handle.truncate(file.sizeBytes)
    await handle.close()
    await markVerified(path, file)
  }
}

function requireEntry(id: string): CatalogEntry {
  const entry = findEntry(id)
  if (entry === undefined) throw new Error(`the catalog has no ${id}`)
  return entry
}
