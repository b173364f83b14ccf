import 'server-only'
import type { Permission } from './permissions.ts'

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
