import 'server-only'
import type { Permission } from './permissions.ts'

/** What somebody must be allowed to do for a run of this request: reading models and the library is not running. */
export function runPermission(method: string, path: string): Permission {
  const reads = method === 'GET' && /^\/v1\/(models|library)(\/|$)/.test(path)
  const searches = method === 'POST' && path === '/v1/library/search'
  return reads || searches ? 'see' : 'run'
}
