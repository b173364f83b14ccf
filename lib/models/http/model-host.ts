import type { CallQueue } from '#lib/models/host/call-queue.ts'
import type { Resident } from '#lib/models/host/resident.ts'
import type { Weights } from '#lib/models/host/weights.ts'
import type { Downloads } from '#lib/models/download/downloads.ts'

/** What the routes work with. */
export interface ModelHost {
  readonly modelsDir: string
  readonly internalToken: string
  readonly contextTokens: number
  readonly keepAliveMs: number
  readonly queue: CallQueue
  readonly resident: Resident
  readonly weights: Weights
  readonly downloads: Downloads
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: object) => void
}
