import 'server-only'
import type { LoggedRequest, RequestDetail } from '#lib/contracts/team/requests.ts'
import type { RequestRow } from '#lib/store/request-row.ts'

/** Who looks, and what people and keys are called. */
export interface RequestNames {
  readonly you: string
  readonly keys: ReadonlyMap<string, string>
  readonly members: ReadonlyMap<string, string>
}

/** A row of the log as pages show it; no part of a body is in it. */
export function toLoggedRequest(row: RequestRow, { you, keys, members }: RequestNames): LoggedRequest {
  return {
    id: row.id,
    started_at: row.startedAt,
    route: row.route,
    model: row.model,
    answered_by: row.answeredBy,
    provider: row.provider,
    key_id: row.keyId,
    key_name: keys.get(row.keyId) ?? null,
    member_id: row.userId,
    member: row.userId === null ? null : (members.get(row.userId) ?? null),
    yours: row.userId === you,
    status: row.status,
    error_code: row.errorCode,
    stream: row.stream,
    attempts: row.attempts,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    usage_estimated: row.usageEstimated,
    cost_usd: row.costNanos / 1e9,
    first_ms: row.firstMs,
    total_ms: row.totalMs,
    document_pages: row.documentPages,
    audio_ms: row.audioMs,
    bodies_kept: row.bodiesKept,
  }
}

export function toRequestDetail(row: RequestRow, names: RequestNames): RequestDetail {
  return {
    ...toLoggedRequest(row, names),
    address: row.address,
    client: row.client,
    ocr_pages: row.ocrPages,
    auth_ms: row.authMs,
    queue_ms: row.queueMs,
    load_ms: row.loadMs,
    upstream_ms: row.upstreamMs,
    attempt_list:
      row.attemptList?.map(({ provider, model, startMs, ms, error }) => ({
        provider,
        model,
        start_ms: startMs,
        ms,
        error,
      })) ?? null,
  }
}
