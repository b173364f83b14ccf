import { homedir } from 'node:os'
import { join } from 'node:path'
import { embeddingsSchema, type Embeddings } from '#lib/contracts/api/embeddings.ts'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { startHost, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { createOnnxLoader } from '#lib/models/onnx/load-onnx-model.ts'

// oxlint-disable-next-line node/no-process-env -- the folder where the test run has fetched the real models
export const realModelsDir = process.env['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')
export const embeddingModel = 'local/bge-small-en-v1.5'
export const loadSmall = createOnnxLoader({ threads: 2, semaphore: createComputeSemaphore() })

export async function noChat(): Promise<never> {
  throw new Error('this test gave no chat model')
}

/** The models process with the real small models, without chat. */
export async function startSmall(): Promise<RunningHost> {
  return await startHost({ loadChat: noChat, loadOnnx: loadSmall, modelsDir: realModelsDir })
}

export async function embed(
  host: RunningHost,
  input: string | readonly string[],
  extra: object = {},
): Promise<Embeddings> {
  const response = await host.ask('/v1/embeddings', { body: { model: embeddingModel, input, ...extra } })
  return embeddingsSchema.parse(await response.json())
}

export async function embedVectors(
  host: RunningHost,
  input: readonly string[],
  extra: object = {},
): Promise<number[][]> {
  return (await embed(host, input, { encoding_format: 'base64', ...extra })).data.map(toVector)
}

export function toVector({ embedding }: Embeddings['data'][number]): number[] {
  if (typeof embedding !== 'string') return embedding
  return [...new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer)]
}
