import type { AnswerRecord } from '#components/chat/model/answer.ts'

export type PhaseName = 'waiting' | 'loading' | 'reasoning' | 'content'

/** A phase of a run, in milliseconds. */
export interface Phase {
  readonly name: PhaseName
  readonly ms: number
}

/** The phases of a run, in order; phases of zero length are left out. */
export function readPhases(record: AnswerRecord): readonly Phase[] {
  const { firstReasoningMs, firstContentMs, lastMs } = record.answer
  const endMs = record.totalMs ?? lastMs ?? 0
  const firstMs = Math.min(firstReasoningMs ?? Infinity, firstContentMs ?? Infinity, endMs)
  const loadingMs = Math.min(firstMs, readLoadingMs(record.serverTiming))
  const reasoningMs = firstReasoningMs === null ? 0 : (firstContentMs ?? endMs) - firstReasoningMs
  const phases: Phase[] = [
    { name: 'waiting', ms: firstMs - loadingMs },
    { name: 'loading', ms: loadingMs },
    { name: 'reasoning', ms: Math.max(0, reasoningMs) },
    { name: 'content', ms: firstContentMs === null ? 0 : Math.max(0, endMs - firstContentMs) },
  ]
  return phases.filter(({ ms }) => ms > 0)
}

/** Duration of the reasoning; null without any or while it continues. */
export function readReasoningMs(record: AnswerRecord): number | null {
  const { firstReasoningMs, firstContentMs, lastMs } = record.answer
  if (firstReasoningMs === null) return null
  const endMs = firstContentMs ?? (record.state === 'running' ? null : lastMs)
  return endMs === null ? null : endMs - firstReasoningMs
}

// `load;dur=812.5` in Server-Timing: the server had to load the model first.
function readLoadingMs(serverTiming: string | null): number {
  const entry = serverTiming?.split(',').find(metric => /^\s*load\b/.test(metric))
  const ms = Number(entry?.match(/dur=([\d.]+)/)?.[1] ?? 0)
  return Number.isFinite(ms) ? ms : 0
}
