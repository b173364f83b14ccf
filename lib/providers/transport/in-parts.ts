import type { AttemptOptions } from './attempt-options.ts'
import { BatchTooLarge } from './batch-too-large.ts'

const inFlightMax = 3

interface Range {
  readonly start: number
  readonly end: number
}

/** Limits of one request. A maximum named by the server is remembered. */
export interface PartLimits {
  itemsMax: number
  /** UTF-8 bytes; token limits are converted to bytes. */
  readonly bytesMax?: number
}

export interface Part<Answer> extends Range {
  readonly answer: Answer
}

/** Sends the inputs from `start` to before `end`. */
type Send<Answer> = (start: number, end: number, attempt: AttemptOptions) => Promise<Answer>

/**
 * Sends `sizes.length` inputs in as many requests as needed, at most three at a time, within the deadline of
 * one attempt.
 * @param sizes bytes of each input
 * @returns the responses in input order
 * @throws the error of the first failed batch, after the others were aborted
 */
export async function inParts<Answer>(
  sizes: readonly number[],
  limits: PartLimits,
  attempt: AttemptOptions,
  send: Send<Answer>,
): Promise<Part<Answer>[]> {
  const endsAt = performance.now() + attempt.timers.totalMs
  const done: Part<Answer>[] = []
  let waiting = cut({ start: 0, end: sizes.length }, sizes, limits)
  while (waiting.length > 0) {
    const { answered, refused } = await sendAll(waiting, attempt, endsAt, send)
    done.push(...answered)
    waiting = refused.flatMap(({ range, error }) => cut(range, sizes, shrink(range, error, limits)))
  }
  return done.toSorted((a, b) => a.start - b.start)
}

interface Refused {
  readonly range: Range
  readonly error: BatchTooLarge
}

async function sendAll<Answer>(
  ranges: readonly Range[],
  attempt: AttemptOptions,
  endsAt: number,
  send: Send<Answer>,
): Promise<{ answered: Part<Answer>[]; refused: Refused[] }> {
  const waiting = ranges.values()
  const answered: Part<Answer>[] = []
  const refused: Refused[] = []
  const failed = new AbortController()
  const failures: unknown[] = []
  const signal = ranges.length === 1 ? attempt.signal : AbortSignal.any([attempt.signal, failed.signal])

  // Workers share one iterator until no ranges are left.
  async function work(): Promise<void> {
    for (const range of waiting) {
      if (failures.length > 0) return
      const timers = { ...attempt.timers, totalMs: Math.max(1, endsAt - performance.now()) }
      try {
        const answer = await send(range.start, range.end, { ...attempt, signal, timers })
        answered.push({ ...range, answer })
      } catch (error) {
        if (error instanceof BatchTooLarge && range.end - range.start > 1) refused.push({ range, error })
        else {
          failures.push(error)
          failed.abort()
        }
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(inFlightMax, ranges.length) }, work))
  if (failures.length > 0) throw failures[0]
  return { answered, refused }
}

function shrink({ start, end }: Range, { itemsMax }: BatchTooLarge, limits: PartLimits): PartLimits {
  const half = Math.ceil((end - start) / 2)
  if (itemsMax === null || itemsMax >= end - start) return { ...limits, itemsMax: half }
  limits.itemsMax = Math.min(limits.itemsMax, itemsMax)
  return limits
}

function cut({ start, end }: Range, sizes: readonly number[], limits: PartLimits): Range[] {
  const { itemsMax, bytesMax = Infinity } = limits
  const ranges: Range[] = []
  let from = start
  let sizeBytes = 0
  for (let at = start; at < end; at += 1) {
    const itemBytes = sizes[at] ?? 0
    if (at > from && (at - from >= itemsMax || sizeBytes + itemBytes > bytesMax)) {
      ranges.push({ start: from, end: at })
      from = at
      sizeBytes = 0
    }
    sizeBytes += itemBytes
  }
  ranges.push({ start: from, end })
  return ranges
}
