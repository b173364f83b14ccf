import 'server-only'
import {
  readSharedRequest,
  type SharedRequest,
  ShareLinkError,
} from '#lib/contracts/console/shared-request.ts'
import {
  newShareSchema,
  sharedContracts,
  type ShareLife,
  type ShareList,
  type TeamShare,
} from '#lib/contracts/console/shares.ts'
import { ApiError } from '#lib/errors.ts'
import type { ShareRow } from '#lib/store/shares/shares.ts'
import { withoutFiles } from '#lib/without-files.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { readCursor, toCursor } from '#lib/console/http/time-cursor.ts'

const bodyBytesMax = 2 * 1024 * 1024
const pageSize = 50
const dayMs = 24 * 3_600_000
const lifeMs: Readonly<Record<ShareLife, number | null>> = {
  '1d': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  never: null,
}

/**
 * Creates a short link to a copy of a request, without keys and files. The response is the only copy of its
 * secret.
 */
export function createShare(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'run')
    const given = await readBody(request, newShareSchema, bodyBytesMax)
    const shared = readRequest(given.request)
    const { shares, settings } = await store()
    if (given.audience === 'public' && !(await settings.read(member.teamId)).publicLinks) throw membersOnly()
    const life = lifeMs[given.life]
    const made = await shares.create({
      teamId: member.teamId,
      contract: shared.contract,
      title: withoutSecrets(given.title).value,
      draft: JSON.stringify(withoutSecrets(withoutFiles(shared).value).value),
      audience: given.audience,
      expiresAt: life === null ? null : Date.now() + life,
      by: toActor(member, request),
    })
    return Response.json(made, { status: 201 })
  })
}

/** Active links, newest first: the requester's own, and with `?whose=all` all those they may revoke. */
export function listShares(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'run')
    const asked = new URL(request.url).searchParams
    const manages = may(member.role, 'manage_people')
    const all = manages && asked.get('whose') === 'all'
    const before = readCursor(asked, 'cursor')
    const { shares, settings } = await store()
    const [rows, { publicLinks }] = await Promise.all([
      shares.list(member.teamId, {
        ownerId: all ? null : member.userId,
        limit: pageSize + 1,
        before: before && { createdAt: before.at, id: before.id },
      }),
      settings.read(member.teamId),
    ])
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    const body: ShareList = {
      shares: shown.map(row => toShareView(row, member.userId)),
      next_cursor: rows.length > pageSize && last ? toCursor({ at: last.createdAt, id: last.id }) : null,
      you_see_all: manages,
      public_links: publicLinks,
    }
    return Response.json(body)
  })
}

/** Revokes a link: the requester's own, or any for admins. */
export function revokeShare(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'run')
    const { shares } = await store()
    const ended = await shares.revoke(member.teamId, idIn(request), {
      ownerId: may(member.role, 'manage_people') ? null : member.userId,
      by: toActor(member, request),
    })
    if (!ended) throw new ApiError('not_found', 'This link does not exist or has ended.')
    return Response.json({ revoked: true })
  })
}

function readRequest(text: string): SharedRequest {
  const shared = parse(text)
  if (sharedContracts.some(contract => contract === shared.contract)) return shared
  throw new ApiError('invalid_value', 'Unknown playground.', { param: 'request' })
}

function parse(text: string): SharedRequest {
  try {
    return readSharedRequest(text)
  } catch (error) {
    if (!(error instanceof ShareLinkError)) throw error
    throw new ApiError('invalid_value', 'This request cannot be shared.', { param: 'request', cause: error })
  }
}

function membersOnly(): ApiError {
  const message = 'The team’s links open for members only. An admin can change this in the settings.'
  return new ApiError('invalid_value', message, { param: 'audience' })
}

function toShareView(row: ShareRow, you: string): TeamShare {
  return {
    id: row.id,
    contract: row.contract,
    title: row.title,
    audience: row.audience,
    created_by: row.createdByName,
    yours: row.createdBy === you,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    views: row.views,
    last_viewed_at: row.lastViewedAt,
  }
}
