import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { settings } from '#lib/console/core/loaded-config.ts'

/**
 * @param kept the beginning of the message, e.g. `Keys are managed`
 * @throws ApiError `forbidden_origin` when runs go to another server
 */
export function refuseForRemote(kept: string): void {
  if (settings().remote === null) return
  throw new ApiError('forbidden_origin', `${kept} by the server in SEXTANT_BASE_URL.`)
}
