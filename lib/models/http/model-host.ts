import type {
  CatalogEntry,
  ChatEntry,
  CrossEncoderEntry,
  EmbeddingEntry,
  SpeechEntry,
} from '#lib/models/catalog-entry.ts'
import type { ContextWindow } from '#lib/models/context-window.ts'
import type { CallLimit } from '#lib/models/host/call-limit.ts'
import type { CallQueue } from '#lib/models/host/call-queue.ts'
import type { Resident } from '#lib/models/host/resident.ts'
import type { Residents } from '#lib/models/host/residents.ts'
import type { Weights } from '#lib/models/host/weights.ts'
import type { Download, Downloads } from '#lib/models/download/downloads.ts'
import type { ChatRunner } from '#lib/models/llama/chat-runner.ts'
import type { CrossEncoder, Embedder } from '#lib/models/onnx/onnx-model.ts'
import type { Transcriber } from '#lib/models/speech/load-transcriber.ts'

/** Dependencies of the routes. */
export interface ModelHost {
  readonly modelsDir: string
  readonly internalToken: string
  readonly windowOf: (entry: ChatEntry) => ContextWindow
  readonly keepAliveMs: number
  readonly queue: CallQueue
  /** The single chat model in memory. */
  readonly resident: Resident<ChatEntry, ChatRunner>
  /** Small models stay in memory next to it and each other. */
  readonly embedders: Residents<EmbeddingEntry, Embedder>
  readonly crossEncoders: Residents<CrossEncoderEntry, CrossEncoder>
  readonly transcribers: Residents<SpeechEntry, Transcriber>
  /** Calls of small models: they share batches instead of queueing. */
  readonly smallCalls: CallLimit
  readonly weights: Weights
  readonly downloads: Downloads
  /** Starts a download on request: unreachable sources are tried again. */
  readonly pull: (entry: CatalogEntry) => Download
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: object) => void
}
