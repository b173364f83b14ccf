import { z } from 'zod'
import type { DownloadProgress } from '#lib/models/download/progress.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { askProduct, readText } from './ask-product.ts'
import { progressSchema } from './pull-through-product.ts'
import { findRunningProduct, internalUrl, type RunningProduct } from './running-product.ts'

const listSchema = z.object({ data: z.array(progressSchema) })

/** What a running product is fetching now, by model id; nothing while it cannot be asked. */
export async function runningDownloads(
  dataDir: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DownloadProgress>> {
  const product = findRunningProduct(dataDir)
  if (product === null) return new Map()
  try {
    return await askDownloads(product, signal)
  } catch (error) {
    if (signal.aborted) throw error
    // It is starting or stopping: what lies in the folder can be listed all the same.
    return new Map()
  }
}

async function askDownloads(
  product: RunningProduct,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DownloadProgress>> {
  const headers = { [internalHeader]: product.internalToken }
  const response = await askProduct({
    method: 'GET',
    url: internalUrl(product, 'downloads'),
    headers,
    signal,
  })
  const { data } = listSchema.parse(JSON.parse(await readText(response)))
  const active = data.filter(
    ({ state }) => state === 'waiting' || state === 'downloading' || state === 'verifying',
  )
  return new Map(active.map(progress => [progress.model, progress]))
}
