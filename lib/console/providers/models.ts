import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { apiTarget, internalTarget } from '#lib/console/api/api-target.ts'
import { forward } from '#lib/console/api/forward.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Member } from '#lib/store/team/teams.ts'

/** The models that the API lists, including those that are not ready. */
export function listModels(request: Request): Promise<Response> {
  return answer(request, async () => {
    const path = '/v1/models?all=true'
    return forward(request, await apiTarget(request, path, 'see'), path)
  })
}

/** Progress of embedded model downloads; none if another server runs the models. */
export function listDownloads(request: Request): Promise<Response> {
  return answer(request, async () => {
    await requireMember(request, 'see')
    const target = internalTarget()
    if (target === null) return Response.json({ object: 'list', data: [] })
    return forward(request, target, '/internal/downloads')
  })
}

/**
 * The embedded models with their license, disk and memory requirements, and whether this member may download them;
 * none if another server runs the models.
 */
export function listLocalModels(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'see')
    const target = internalTarget()
    if (target === null) return Response.json({ object: 'list', data: [] })
    const response = await forward(request, target, '/internal/models')
    if (!response.ok) return response
    const list = readJson(await response.text())
    return Response.json({ ...(isRecord(list) && list), may_download: await mayDownload(member) })
  })
}

/** Starts and follows (POST, event stream) or cancels (DELETE) the download of an embedded model. */
export function pullModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'run')
    if (!(await mayDownload(member))) {
      throw new ApiError(
        'role_not_allowed',
        `Your role ${member.role} does not allow downloads. Ask an admin to download the model, or to allow downloads in Settings.`,
      )
    }
    const target = internalTarget()
    if (target === null) throw new ApiError('unknown_url', 'Models are managed by the server that runs them.')
    const id = new URL(request.url).searchParams.get('id') ?? ''
    if (!/^\w[\w.-]*\/\w[\w.-]*$/.test(id))
      throw new ApiError('invalid_value', 'This model does not exist.', { param: 'id' })
    const response = await forward(request, target, `/internal/models/${encodeURIComponent(id)}/pull`)
    if (response.ok) {
      const { audit } = await store()
      const action = request.method === 'DELETE' ? 'model.download_cancel' : 'model.download'
      await audit.append(member.teamId, toActor(member, request), { action, target: id })
    }
    return response
  })
}

/** Admins always; members if the team allows it. */
async function mayDownload({ role, teamId }: Member): Promise<boolean> {
  if (may(role, 'operate')) return true
  if (!may(role, 'run')) return false
  const { settings } = await store()
  return (await settings.read(teamId)).memberDownloads
}
