import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'

/** Receives what models are sent and what they answer, for requests whose bodies are logged. */
export interface ExchangeRecorder {
  begin(sent: SentRequest): ExchangeRecord
}

/** A request to a provider as it is sent; the recorder removes its secrets. */
export interface SentRequest {
  readonly providerId: string
  readonly modelId: string
  readonly method: string
  /** Null: not a public API, whose address members must not see. */
  readonly host: string | null
  /** Below the base path, which may be private. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null: a file, which is not logged. */
  readonly body: string | null
  /** Known secrets: keys, and addresses with their paths. */
  readonly secrets: readonly string[]
}

/** The response to one request. */
export interface ExchangeRecord {
  responded(status: number, headers: ExchangeResponse['headers']): void
  received(bytes: Uint8Array): void
  /** The response is complete, or the connection broke. */
  ended(error: Error | null): void
}

/** The same response; what is read from it is recorded in passing. */
export function recordResponse(response: ExchangeResponse, record: ExchangeRecord): ExchangeResponse {
  record.responded(response.status, response.headers)
  return {
    status: response.status,
    headers: response.headers,
    async read() {
      try {
        const bytes = await response.read()
        if (bytes === null) record.ended(null)
        else record.received(bytes)
        return bytes
      } catch (error) {
        record.ended(error instanceof Error ? error : new Error(String(error)))
        throw error
      }
    },
    allowSilence: silenceMs => response.allowSilence(silenceMs),
    finish: () => {
      record.ended(null)
      response.finish()
    },
    abort: () => {
      record.ended(null)
      response.abort()
    },
  }
}
