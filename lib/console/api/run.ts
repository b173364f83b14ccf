import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { apiTarget } from './api-target.ts'
import { forward } from './forward.ts'
import type { Permission } from '#lib/console/auth/permissions.ts'

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

/** What somebody must be allowed to do for a run of this request: reading models and the library is not running. */
export function runPermission(method: string, path: string): Permission {
  if (method === 'GET' && /^\/v1\/(models|library)(\/|$)/.test(path)) return 'see'
  if (method !== 'POST') return 'run'
  if (path === '/v1/library/search') return 'see'
  // Where another server keeps the library, its key is the console's own, and no member's.
  return decoded(path) === '/v1/library/settings' ? 'operate' : 'run'
}

/** As the API reads it, for which `%73` is an `s`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
