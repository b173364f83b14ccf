import type { HttpEvent } from '#lib/client/run.ts'
import type { LocalModel } from '#lib/contracts/console/providers.ts'
import { formatBytes, formatCountOf } from '#lib/client/format.ts'

/** Why a run has no content yet: the comment that ends its stream so far; null: not stated. */
export function readWaitNote(events: readonly HttpEvent[]): string | null {
  const last = events.at(-1)
  return last?.kind === 'comment' && last.data !== 'keep-alive' ? last.data : null
}

/** The model that a note names: an AI search waits for several; null: the model of the run. */
export function readNotedModel(note: string | null): string | null {
  return /; model=(\S+)$/.exec(note ?? '')?.[1] ?? null
}

export interface WaitingModel {
  /** Empty: unknown. */
  readonly id: string
  readonly sizeBytes: number | undefined
  /** Whether it is an embedded model that is not in memory, as far as the list of models says. */
  readonly loads: boolean
}

export interface RunWait {
  readonly text: string
  /** Progress, 0 to 100; null: unknown. */
  readonly percent: number | null
}

const reasons: Readonly<Record<string, string>> = {
  first_use: 'first use since the server started',
  unloaded_when_idle: 'it was unloaded while idle',
  replaced_another_model: 'it replaces another model in memory',
}

/**
 * The reason why a call of an embedded model waits: its response is no stream, and states nothing until its end.
 * @returns null if the model is in memory, or only busy
 */
export function toLoadingNote({ id, size_bytes: sizeBytes, state, loading }: LocalModel): string | null {
  const size = sizeBytes === undefined ? '' : ` (${formatBytes(sizeBytes)})`
  if (state === 'downloading') return `Downloading ${id}${size}`
  if (loading === undefined) return null
  const why = reasons[loading]
  return `Loading ${id}${size} into memory${why === undefined ? '' : `: ${why}`}`
}

export function toRunWait(note: string | null, { id, sizeBytes, loads }: WaitingModel): RunWait {
  const model = id === '' ? 'the model' : id
  const size = sizeBytes === undefined ? '' : ` (${formatBytes(sizeBytes)})`
  const [, percent, reason] = /^loading (\d{1,3})%; reason=(\w+)/.exec(note ?? '') ?? []
  if (percent !== undefined && reason !== undefined) {
    const why = reasons[reason] === undefined ? '' : `: ${reasons[reason]}`
    // Small models load in one step.
    if (percent === '0') return { text: `Loading ${model}${size} into memory${why}`, percent: null }
    return { text: `Loading ${model}${size}, ${percent}%${why}`, percent: Number(percent) }
  }
  const [, readPercent, tokens] = /^reading prompt (\d{1,3})%; tokens=(\d+)/.exec(note ?? '') ?? []
  if (readPercent !== undefined && tokens !== undefined) {
    const text = `Reading the prompt (${formatCountOf(Number(tokens), 'token')}), ${readPercent}%`
    return { text, percent: Number(readPercent) }
  }
  const [, position] = /^queued (\d+)/.exec(note ?? '') ?? []
  if (position !== undefined) return { text: `Position ${position} in the queue of ${model}`, percent: null }
  if (loads) return { text: `Loading ${model}${size} into memory`, percent: null }
  return { text: `Waiting for ${model}`, percent: null }
}
