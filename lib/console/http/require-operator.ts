import 'server-only'
import { ApiError } from '#lib/errors.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { requireMember } from '#lib/console/auth/session.ts'

/**
 * Checks that the requester may configure providers and models.
 * @throws ApiError `signed_out`, `role_not_allowed`; `forbidden_origin` when another server manages them
 */
export async function requireOperator(request: Request): Promise<Member> {
  const member = await requireMember(request, 'operate')
  if (settings().remote === null) return member
  throw new ApiError(
    'forbidden_origin',
    'Providers are managed by the server in SEXTANT_BASE_URL. Configure them there.',
  )
}
