import { UpstreamError, type UpstreamErrorOptions } from './upstream-error.ts'

/** The request has more inputs than the server accepts at once. For a single input it is a normal error. */
export class BatchTooLarge extends UpstreamError {
  /** The limit, where the server reported it. */
  readonly itemsMax: number | null

  constructor(
    code: 'invalid_value' | 'request_too_large',
    message: string,
    itemsMax: number | null,
    options: UpstreamErrorOptions = {},
  ) {
    super(code, message, options)
    this.itemsMax = itemsMax
  }
}

// TEI, Gemini, Cohere, Voyage and Mistral, in this order.
const batchPattern =
  /batch size|requests can be in one batch|number of (texts|documents)|tokens in the batch|split into more batches|too many (inputs|texts|documents)/i
const limitPattern = /(?:maximum allowed batch size|at most|limit is)\s+(\d+)/i

/** Whether an error is about the number of inputs, and the reported limit. */
export function readBatchRefusal(message: string): { readonly itemsMax: number | null } | null {
  if (!batchPattern.test(message) || /physical batch size/i.test(message)) return null
  const limit = Number(limitPattern.exec(message)?.[1] ?? 0)
  return { itemsMax: limit > 0 ? limit : null }
}
