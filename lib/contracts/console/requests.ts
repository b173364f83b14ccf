import { z } from 'zod'
import { capabilityIds } from '#lib/contracts/api/capabilities.ts'

const requestWindows = ['1h', '24h', '7d', '30d', 'all'] as const
/**
 * `failed` and `4xx` match the usage counts: without requests that the client canceled, which are `abandoned`.
 */
export const requestOutcomes = ['ok', 'failed', '4xx', '5xx', 'abandoned'] as const

/** Filters of the request log; absent filters match everything. All of them are search params. */
export const requestFilterSchema = z.object({
  capability: z.enum(capabilityIds).optional(),
  /** Public model id, requested or used. */
  model: z.string().min(1).max(256).optional(),
  /** Id of the provider of the last attempt. */
  provider: z.string().min(1).max(64).optional(),
  /** Id of a key. */
  key: z.string().min(1).max(64).optional(),
  /** User id. */
  member: z.string().min(1).max(64).optional(),
  outcome: z.enum(requestOutcomes).optional(),
  /** Error code. */
  code: z.string().min(1).max(64).optional(),
  /** Minimum duration in milliseconds. */
  min_ms: z.coerce.number().int().min(0).max(86_400_000).optional(),
  /** Hash of a client's session. */
  session: z.string().min(1).max(64).optional(),
  within: z.enum(requestWindows).optional(),
  /** Milliseconds since 1970; requests at or after this time. */
  since: z.coerce.number().int().min(0).max(8.64e15).optional(),
  /** Requests before this time. */
  until: z.coerce.number().int().min(0).max(8.64e15).optional(),
})

export const requestPageSchema = requestFilterSchema.extend({
  limit: z.coerce.number().int().min(1).max(200).optional(),
})

export const requestAttemptSchema = z.object({
  provider: z.string(),
  model: z.string(),
  /** Absent: the model has only one. */
  deployment: z.string().optional(),
  /** Milliseconds since the start of the request. */
  start_ms: z.number(),
  ms: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The budget has rejected it, so that it was not asked. */
  skipped: z.boolean().optional(),
})

export const loggedRequestSchema = z.object({
  id: z.string(),
  started_at: z.number(),
  route: z.string(),
  model: z.string().nullable(),
  answered_by: z.string().nullable(),
  provider: z.string().nullable(),
  /** One of several ways to the model, such as `openai-a#2/gpt-6-sol`; null: there is only one. */
  deployment: z.string().nullable(),
  /** Null: the operation has none, or the row is older. */
  api_format: z.string().nullable(),
  upstream_api_format: z.string().nullable(),
  key_id: z.string(),
  key_name: z.string().nullable(),
  member_id: z.string().nullable(),
  member: z.string().nullable(),
  yours: z.boolean(),
  status: z.number(),
  error_code: z.string().nullable(),
  stream: z.boolean(),
  attempts: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Of the tokens of the prompt. */
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  /** The API format was translated, and the provider no longer found the beginning of the session in its cache. */
  cache_broken: z.boolean(),
  usage_estimated: z.boolean(),
  cost_usd: z.number(),
  /** `reported`, `operator`, `catalog`, `free`, `unpriced` or `mixed`; null: no model answered, or the row is older. */
  cost_source: z.string().nullable(),
  /** The price that was used, such as `cat:2026-11-22:openai/gpt-6-sol`; null: none, or several. */
  price_ref: z.string().nullable(),
  /** The limit that only a budget has set, where the answer ended at it; null: it did not. */
  cut_at_tokens: z.number().nullable(),
  first_ms: z.number().nullable(),
  total_ms: z.number(),
  document_pages: z.number(),
  audio_ms: z.number(),
  bodies_kept: z.boolean(),
})

export const requestListSchema = z.object({
  requests: z.array(loggedRequestSchema),
  /** Cursor of the next page; null: the last page. A page may be short and not the last. */
  next: z.string().nullable(),
  /** Milliseconds since 1970: newer rows have been searched. */
  searched_to: z.number().nullable(),
  you_see_all: z.boolean(),
})

export const requestDetailSchema = loggedRequestSchema.extend({
  address: z.string().nullable(),
  client: z.string().nullable(),
  /** A hash of the client's session, and its name of an agent. */
  session: z.string().nullable(),
  agent: z.string().nullable(),
  /** Of the tokens written to the cache, those kept for an hour. */
  cache_write_long_tokens: z.number(),
  /** Of the tokens of the answer. */
  reasoning_tokens: z.number(),
  /** Counts by unit of the price. */
  units: z.record(z.string(), z.number()).nullable(),
  /** The parts of the reported usage do not add up to its totals. */
  usage_mismatch: z.boolean(),
  /** Names of members that the model which answered cannot use, as in `sextant-ignored`; null: none. */
  ignored: z.string().nullable(),
  ocr_pages: z.number(),
  auth_ms: z.number(),
  queue_ms: z.number(),
  load_ms: z.number(),
  upstream_ms: z.number(),
  /** Attempts in order; null when the only attempt succeeded. */
  attempt_list: z.array(requestAttemptSchema).nullable(),
})

const body = z.object({ text: z.string(), whole: z.boolean(), bytes: z.number() })

const answer = body.extend({ kind: z.enum(['body', 'events']) })

/** Names and values; values that may be secret are masked. */
const headers = z.array(z.tuple([z.string(), z.string()]))

/** Both HTTP sides of a request; the client's bodies are beside it. Times are milliseconds since the request. */
export const loggedHttpSchema = z.object({
  client: z.object({
    method: z.string(),
    path: z.string(),
    request_headers: headers,
    /** Null: the client left before the response began. */
    response: z.object({ status: z.number(), headers }).nullable(),
  }),
  /** Requests to providers, in order; embeddings of one attempt may take several. */
  exchanges: z.array(
    z.object({
      attempt: z.number(),
      provider: z.string(),
      /** The provider's name of the model. */
      model: z.string(),
      method: z.string(),
      /** Masked unless it is a public API. */
      host: z.string(),
      /** Below the base path, which is masked. */
      path: z.string(),
      request_headers: headers,
      /** Null: a file, which is not logged. */
      request: body.nullable(),
      /** Null: none arrived. */
      response: z.object({ status: z.number(), headers, body: answer }).nullable(),
      start_ms: z.number(),
      /** When the first byte of the response body arrived. */
      first_ms: z.number().nullable(),
      end_ms: z.number().nullable(),
      /** The connection failed. */
      broken: z.boolean(),
    }),
  ),
  /** Further exchanges that were not logged. */
  skipped: z.number(),
})

/** `bodies` is null when they have expired or are not written yet; `http` is null for those of an older version. */
export const requestBodiesSchema = z.object({
  bodies: z.object({ request: body, answer, http: loggedHttpSchema.nullable().default(null) }).nullable(),
})

export type RequestFilter = z.infer<typeof requestFilterSchema>
export type LoggedRequest = z.infer<typeof loggedRequestSchema>
export type RequestList = z.infer<typeof requestListSchema>
export type RequestDetail = z.infer<typeof requestDetailSchema>
export type LoggedHttp = z.infer<typeof loggedHttpSchema>
export type LoggedExchange = LoggedHttp['exchanges'][number]
export type RequestAttemptView = z.infer<typeof requestAttemptSchema>
export type RequestBodies = NonNullable<z.infer<typeof requestBodiesSchema>['bodies']>
