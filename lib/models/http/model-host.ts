import type { CatalogueEntry } from '#lib/models/catalogue-entry.ts'
import type { CallQueue } from '#lib/models/host/call-queue.ts'
import type { Resident } from '#lib/models/host/resident.ts'
import type { Weights } from '#lib/models/host/weights.ts'
import type { Download, Downloads } from '#lib/models/download/downloads.ts'

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
  /** Begins a download because somebody asked for it: sources that were out of reach get another chance. */
  readonly pull: (entry: CatalogueEntry) => Download
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: object) => void
}
