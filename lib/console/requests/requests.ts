import 'server-only'
import {
  loggedHttpSchema,
  requestFilterSchema,
  type RequestList,
  requestPageSchema,
  type RequestBodies,
  type RequestFilter,
  type LoggedRequest,
  type RequestDetail,
} from '#lib/contracts/console/requests.ts'
import { ApiError } from '#lib/errors.ts'
import { readJson } from '#lib/read-json.ts'
import type { LoggedBodies } from '#lib/store/requests/logged-bodies.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import type { RequestCursor, RequestSearch } from '#lib/store/requests/request-search.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { readCursor, toCursor } from '#lib/console/http/time-cursor.ts'
import { capabilities, webRoute } from '#lib/contracts/api/capabilities.ts'

const pageRows = 50
const exportRowsMax = 10_000

/** A page of the request log: own requests, or all for members who manage members. */
export function listRequests(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('The request log is managed')
    const member = await requireMember(request, 'run')
    const { limit = pageRows, ...filter } = parseFields(requestPageSchema, fieldsOf(request))
    const cursor = readCursor(new URL(request.url).searchParams, 'cursor')
    const search = toRequestSearch(filter, onlyOf(member), Date.now())
    const { requests } = await store()
    const after = cursor && { startedAt: cursor.at, id: cursor.id }
    const { rows, next } = await requests.search(member.teamId, search, { limit, after })
    return Response.json(await toList(member, rows, next))
  })
}

/** The same without pages, up to the limit of a spreadsheet. Audited. */
export function exportRequests(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('The request log is managed')
    const member = await requireMember(request, 'run')
    const filter = parseFields(requestFilterSchema, fieldsOf(request))
    const search = toRequestSearch(filter, onlyOf(member), Date.now())
    const { requests, audit } = await store()
    const rows: RequestRow[] = []
    let after: RequestCursor | null = null
    do {
      request.signal.throwIfAborted()
      const page = { limit: Math.min(1_000, exportRowsMax - rows.length), after }
      const found: Awaited<ReturnType<typeof requests.search>> = await requests.search(
        member.teamId,
        search,
        page,
      )
      rows.push(...found.rows)
      after = found.next
    } while (after !== null && rows.length < exportRowsMax)
    await audit.append(member.teamId, toActor(member, request), {
      action: 'requests.export',
      target: null,
      after: { ...filter, rows: rows.length },
    })
    return Response.json(await toList(member, rows, after))
  })
}

/** One request, without its bodies. */
export function readRequest(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, row } = await requireRow(request)
    return Response.json(toRequestDetail(row, await contextOf(member, [row])))
  })
}

/** Logged request and response bodies. Reading another member's bodies is audited. */
export function readRequestBodies(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, row } = await requireRow(request)
    const { bodies, audit } = await store()
    const logged = await bodies.get(member.teamId, row.id)
    if (logged !== null && row.userId !== member.userId) {
      const after = { member: row.userId, key: row.keyId, route: row.route }
      await audit.append(member.teamId, toActor(member, request), {
        action: 'request.read',
        target: row.id,
        after,
      })
    }
    return Response.json({ bodies: logged && toBodies(logged) })
  })
}

function toBodies({ request, answer: answered, http }: LoggedBodies): RequestBodies {
  const sides = loggedHttpSchema.safeParse(readJson(http ?? ''))
  return { request, answer: answered, http: sides.data ?? null }
}

/** Another member's request is reported as missing, unless the requester sees all. */
async function requireRow(request: Request): Promise<{ member: Member; row: RequestRow }> {
  refuseForRemote('The request log is managed')
  const member = await requireMember(request, 'run')
  const { requests } = await store()
  const row = await requests.get(member.teamId, idIn(request))
  const mine = onlyOf(member)
  if (row === null || (mine !== null && row.userId !== mine)) {
    throw new ApiError('not_found', 'This request is not in the log. Requests are logged when they end.')
  }
  return { member, row }
}

function onlyOf({ role, userId }: Member): string | null {
  return may(role, 'see_requests') ? null : userId
}

function fieldsOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams)
}

async function toList(
  member: Member,
  rows: readonly RequestRow[],
  next: RequestCursor | null,
): Promise<RequestList> {
  const context = await contextOf(member, rows)
  return {
    requests: rows.map(row => toLoggedRequest(row, context)),
    next: next && toCursor({ at: next.startedAt, id: next.id }),
    searched_to: next && next.startedAt,
    you_see_all: onlyOf(member) === null,
  }
}

async function contextOf(member: Member, rows: readonly RequestRow[]): Promise<RowContext> {
  const { requests, accounts } = await store()
  const [keys, members, brokenCaches] = await Promise.all([
    requests.keyNames(
      member.teamId,
      rows.map(({ keyId }) => keyId),
    ),
    accounts.namesOf(rows.flatMap(({ userId }) => userId ?? [])),
    requests.brokenCaches(member.teamId, rows),
  ])
  return { you: member.userId, keys, members, brokenCaches }
}

const hourMs = 3_600_000
const windowMs = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  all: null,
} as const satisfies Record<NonNullable<RequestFilter['within']>, number | null>

/**
 * The store query.
 * @param onlyOf the user whose requests are visible; null: all
 */
export function toRequestSearch(filter: RequestFilter, onlyOf: string | null, now: number): RequestSearch {
  const { capability, model, provider, key, member, outcome, code, min_ms: minMs, session, within } = filter
  const lastMs = within === undefined ? null : windowMs[within]
  const rows = capability === undefined ? null : capabilities[capability]
  return {
    userId: onlyOf ?? member ?? null,
    keyId: key ?? null,
    since: filter.since ?? (lastMs === null ? null : now - lastMs),
    until: filter.until ?? null,
    failed: outcome !== undefined && outcome !== 'ok',
    status: outcome === undefined ? null : statusOf[outcome],
    errorCode: code ?? null,
    model: model ?? null,
    provider: provider ?? null,
    minMs: minMs ?? null,
    session: session ?? null,
    operations: rows && {
      routes: Object.keys(rows.routes),
      web: { route: webRoute, models: rows.webModels },
    },
  }
}

const refused = { from: 400, to: 498 } as const
const broken = { from: 500, to: 599 } as const
const statusOf = {
  ok: [{ from: 100, to: 399 }],
  failed: [refused, broken],
  '4xx': [refused],
  '5xx': [broken],
  abandoned: [{ from: 499, to: 499 }],
} as const satisfies Record<NonNullable<RequestFilter['outcome']>, RequestSearch['status']>

/** The requester, the names of members and keys, and what other rows say about a row. */
interface RowContext {
  readonly you: string
  readonly keys: ReadonlyMap<string, string>
  readonly members: ReadonlyMap<string, string>
  readonly brokenCaches: ReadonlySet<string>
}

/** A log row as pages show it, without any part of a body. */
function toLoggedRequest(row: RequestRow, context: RowContext): LoggedRequest {
  const { you, keys, members, brokenCaches } = context
  return {
    id: row.id,
    started_at: row.startedAt,
    route: row.route,
    model: row.model,
    answered_by: row.answeredBy,
    provider: row.provider,
    deployment: row.deployment,
    api_format: row.apiFormat,
    upstream_api_format: row.upstreamApiFormat,
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
    cache_read_tokens: row.cacheReadTokens,
    cache_write_tokens: row.cacheWriteTokens,
    cache_broken: brokenCaches.has(row.id),
    usage_estimated: row.usageEstimated,
    cost_usd: row.costNanos / 1e9,
    cost_source: row.costSource,
    price_ref: row.priceRef,
    cut_at_tokens: row.cutAtTokens,
    first_ms: row.firstMs,
    total_ms: row.totalMs,
    document_pages: row.documentPages,
    audio_ms: row.audioMs,
    bodies_kept: row.bodiesKept,
  }
}

function toRequestDetail(row: RequestRow, context: RowContext): RequestDetail {
  return {
    ...toLoggedRequest(row, context),
    address: row.address,
    client: row.client,
    session: row.session,
    agent: row.agent,
    cache_write_long_tokens: row.cacheWriteLongTokens,
    reasoning_tokens: row.reasoningTokens,
    units: row.units,
    usage_mismatch: row.usageMismatch,
    ignored: row.ignored,
    ocr_pages: row.ocrPages,
    auth_ms: row.authMs,
    queue_ms: row.queueMs,
    load_ms: row.loadMs,
    upstream_ms: row.upstreamMs,
    attempt_list:
      row.attemptList?.map(({ provider, model, deployment, startMs, ms, error, skipped }) => ({
        provider,
        model,
        ...(deployment !== undefined && { deployment }),
        start_ms: startMs,
        ms,
        error,
        ...(skipped !== undefined && { skipped }),
      })) ?? null,
  }
}
