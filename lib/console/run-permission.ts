import 'server-only'
import type { Permission } from './permissions.ts'

/** What somebody must be allowed to do for a run of this request: reading models and the library is not running. */
export function runPermission(method: string, path: string): Permission {
  if (method === 'GET' && /^\/v1\/(models|library)(\/|$)/.test(path)) return 'see'
  if (method !== 'POST') return 'run'
  if (path === '/v1/library/search') return 'see'
  // Where another server keeps the library, its key is the console's own, and no member's.
  return path === '/v1/library/settings' ? 'operate' : 'run'
}
