import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { apiTarget, internalTarget } from '#lib/console/api/api-target.ts'
import { forward } from '#lib/console/api/forward.ts'
import { requireMember } from '#lib/console/auth/session.ts'

/** The models that the API lists, including those that are not ready. */
export function listModels(request: Request): Promise<Response> {
  return answer(request, async () => {
    const path = '/v1/models?all=true'
    return forward(request, await apiTarget(request, path, 'see'), path)
  })
}

/** The embedded models with their disk and memory requirements; none if another server runs the models. */
export function listLocalModels(request: Request): Promise<Response> {
  return answer(request, async () => {
    await requireMember(request, 'operate')
    const target = internalTarget()
    if (target === null) return Response.json({ object: 'list', data: [] })
    return forward(request, target, '/internal/models')
  })
}

/** Starts and follows (POST, event stream) or cancels (DELETE) the download of an embedded model. */
export function pullModel(request: Request): Promise<Response> {
  return answer(request, async () => {
    await requireMember(request, 'operate')
    const target = internalTarget()
    if (target === null) throw new ApiError('unknown_url', 'Models are managed by the server that runs them.')
    const id = new URL(request.url).searchParams.get('id') ?? ''
    if (!/^\w[\w.-]*\/\w[\w.-]*$/.test(id))
      throw new ApiError('invalid_value', 'This model does not exist.', { param: 'id' })
    return forward(request, target, `/internal/models/${encodeURIComponent(id)}/pull`)
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
