import type { RequestRow } from '#lib/store/requests/request-row.ts'

/** A row of a successful request. */
export function requestRow(changes: Partial<RequestRow> = {}): RequestRow {
  return {
    id: 'req_1',
    teamId: 'team_1',
    keyId: 'key_1',
    userId: null,
    startedAt: 1_800_000_000_000,
    route: '/v1/chat/completions',
    model: 'local/small',
    answeredBy: 'local/small',
    provider: 'local',
    attempts: 1,
    status: 200,
    errorCode: null,
    promptTokens: 9,
    completionTokens: 5,
    usageEstimated: false,
    costNanos: 0,
    firstMs: 40,
    totalMs: 220,
    stream: false,
    documentPages: 0,
    ocrPages: 0,
    audioMs: 0,
    address: '203.0.113.7',
    client: 'openai-node/7',
    authMs: 1,
    queueMs: 0,
    loadMs: 0,
    upstreamMs: 180,
    attemptList: null,
    bodiesKept: false,
    ...changes,
  }
}
