import { createWriteStream } from 'node:fs'
import { rm, stat, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { AddressRefusal } from '#lib/web/fetch/address-refusal.ts'
import { SourceUnavailable, type FileOrder } from './source.ts'

const attemptsWithoutProgressMax = 3
const backOffMs = 250

/**
 * Downloads a URL to `order.partPath`, resuming after the existing bytes. A broken connection is retried as long
 * as each attempt makes progress.
 * @throws SourceUnavailable on 401, 403 and if the host is unreachable
 */
export async function downloadHttpFile(
  openUrl: OpenUrl,
  url: string,
  headers: Readonly<Record<string, string>>,
  order: FileOrder,
): Promise<void> {
  const { partPath, signal } = order
  const host = new URL(url).host
  let attemptsWithoutProgress = 0
  for (;;) {
    const start = await usableStart(order)
    if (start === order.file.sizeBytes) return
    try {
      await downloadRange(openUrl, url, headers, order, start)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FinalAnswer) throw error.reason
      if (hasCode(error, 'ENOSPC')) throw error
      if (error instanceof AddressRefusal)
        throw new SourceUnavailable(`${host} resolves to a non-public address`, { cause: error })
      const progressed = (await sizeOf(partPath)) > start
      attemptsWithoutProgress = progressed ? 0 : attemptsWithoutProgress + 1
      const unreachable = !progressed && start === 0 && neverConnected(error)
      if (unreachable) throw new SourceUnavailable(`${host} is unreachable (${reasonOf(error)})`)
      if (attemptsWithoutProgress >= attemptsWithoutProgressMax)
        throw new Error(`${host}: ${reasonOf(error)}`, { cause: error })
      await sleep(backOffMs * 2 ** attemptsWithoutProgress, undefined, { signal })
    }
  }
}

async function downloadRange(
  openUrl: OpenUrl,
  url: string,
  headers: Readonly<Record<string, string>>,
  order: FileOrder,
  start: number,
): Promise<void> {
  const range = start > 0 ? { range: `bytes=${start}-` } : {}
  const response = await openUrl(url, {
    headers: { 'accept-encoding': 'identity', ...headers, ...range },
    signal: order.signal,
  })
  try {
    const offset = await answeredOffset(response, order, start, new URL(url).host)
    await pipeline(
      countBytes(response.body, order, offset),
      createWriteStream(order.partPath, { flags: offset === 0 ? 'w' : 'a' }),
      { signal: order.signal },
    )
  } finally {
    response.body.destroy()
  }
  const size = await sizeOf(order.partPath)
  if (size < order.file.sizeBytes)
    throw new Error(`the connection ended after ${size} of ${order.file.sizeBytes} bytes`)
}

async function answeredOffset(
  response: OpenedUrl,
  order: FileOrder,
  start: number,
  host: string,
): Promise<number> {
  const { status } = response
  if (status === 200) return 0
  if (status === 206) {
    const range = String(response.headers['content-range'] ?? '')
    if (range.startsWith(`bytes ${start}-`)) return start
    throw new Error(`the response has range ${range}, not from ${start}`)
  }
  if (status === 416) {
    await truncate(order.partPath, 0)
    throw new Error('the range was rejected')
  }
  if (status === 401 || status === 403)
    throw new FinalAnswer(new SourceUnavailable(`${host} refused with ${status}`))
  if (status === 429 || status >= 500) throw new Error(`${host} responded with ${status}`)
  throw new FinalAnswer(new Error(`${host} responded with ${status}`))
}

async function* countBytes(
  body: AsyncIterable<Uint8Array>,
  order: FileOrder,
  offset: number,
): AsyncGenerator<Uint8Array> {
  let done = offset
  for await (const bytes of body) {
    done += bytes.length
    if (done > order.file.sizeBytes)
      throw new FinalAnswer(new Error(`the response exceeds ${order.file.sizeBytes} bytes`))
    yield bytes
    order.report(done)
  }
}

async function usableStart({ partPath, file }: FileOrder): Promise<number> {
  const size = await sizeOf(partPath)
  if (size <= file.sizeBytes) return size
  await rm(partPath)
  return 0
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}

/** Wraps an error that another attempt would not change. */
class FinalAnswer extends Error {
  override readonly name = 'FinalAnswer'
  readonly reason: Error
  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

function neverConnected(error: unknown): boolean {
  return [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ].some(code => hasCode(error, code) || (error instanceof Error && hasCode(error.cause, code)))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export interface OpenedUrl {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array> & { destroy(): void }
}

export interface OpenUrlOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Opens a URL and follows redirects. Injected, so that all outbound requests are guarded. */
export type OpenUrl = (url: string, options: OpenUrlOptions) => Promise<OpenedUrl>
