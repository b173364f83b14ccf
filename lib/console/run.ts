import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from './answer.ts'
import { apiTarget } from './api-target.ts'
import { forward } from './forward.ts'
import { runPermission } from './run-permission.ts'

const prefix = '/api/run'
const apiPath = /^\/(v1\/[^?]+|upload)$/

/** A run: the API's own answer to the request below `/api/run`, asked with a key that stays here. */
export function run(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(prefix.length)
    if (!apiPath.test(path)) throw new ApiError('unknown_url', `There is no ${path} to run.`)
    return forward(
      request,
      await apiTarget(request, path, runPermission(request.method, path)),
      path + search,
    )
  })
}
