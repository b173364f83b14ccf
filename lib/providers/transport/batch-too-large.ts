import { UpstreamError, type UpstreamErrorOptions } from './upstream-error.ts'

/** The request held more inputs than the server takes at once. For a single input it is simply a refusal. */
export class BatchTooLarge extends UpstreamError {
  /** How many it takes, where it said so. */
  readonly itemsMax: number | null

  constructor(message: string, itemsMax: number | null, options: UpstreamErrorOptions = {}) {
    super('invalid_value', message, options)
    this.itemsMax = itemsMax
  }
}

// TEI, Gemini, Cohere, Voyage and Mistral, in this order.
const batchPattern =
  /batch size|requests can be in one batch|number of (texts|documents)|tokens in the batch|split into more batches|too many (inputs|texts|documents)/i
const limitPattern = /(?:maximum allowed batch size|at most|limit is)\s+(\d+)/i

/** Whether a refusal is about the number of inputs, and the number that would be taken. */
export function readBatchRefusal(message: string): { readonly itemsMax: number | null } | null {
  if (!batchPattern.test(message) || /physical batch size/i.test(message)) return null
  const limit = Number(limitPattern.exec(message)?.[1] ?? 0)
  return { itemsMax: limit > 0 ? limit : null }
}
