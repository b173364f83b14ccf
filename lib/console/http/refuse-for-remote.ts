import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { settings } from '#lib/console/api/loaded-config.ts'

/**
 * @param kept what is looked after elsewhere, e.g. `Keys are kept`
 * @throws ApiError `forbidden_origin` where runs go to another server
 */
export function refuseForRemote(kept: string): void {
  if (settings().remote === null) return
  throw new ApiError('forbidden_origin', `${kept} by the server that SEXTANT_BASE_URL names.`)
}
