import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { apiTarget } from './api-target.ts'
import { forward } from './forward.ts'
import type { Permission } from '#lib/console/auth/permissions.ts'

const prefix = '/api/run'
const apiPath = /^\/(v1\/[^?]+|upload)$/

/** A run: forwards the request below `/api/run` to the API with a key that stays on the server. */
export function run(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(prefix.length)
    if (!apiPath.test(path)) throw new ApiError('unknown_url', `Unknown run path ${path}.`)
    return forward(
      request,
      await apiTarget(request, path, runPermission(request.method, path)),
      path + search,
    )
  })
}

/** The permission a run of this request needs: reading models and the library is not running. */
export function runPermission(method: string, path: string): Permission {
  if (method === 'GET' && /^\/v1\/(models|library)(\/|$)/.test(path)) return 'see'
  if (method !== 'POST') return 'run'
  if (path === '/v1/library/search') return 'see'
  // If another server has the library, its key belongs to the console, not to a member.
  return decoded(path) === '/v1/library/settings' ? 'operate' : 'run'
}

/** Decoded as the API does: `%73` is `s`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
