import 'server-only'
import { ApiError } from '#lib/errors.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { settings } from '#lib/console/api/loaded-config.ts'
import { requireMember } from '#lib/console/auth/session.ts'

/**
 * Who may set providers and models up.
 * @throws ApiError `signed_out`, `role_not_allowed`; `forbidden_origin` where another server has them
 */
export async function requireOperator(request: Request): Promise<Member> {
  const member = await requireMember(request, 'operate')
  if (settings().remote === null) return member
  throw new ApiError(
    'forbidden_origin',
    'Providers are kept by the server that SEXTANT_BASE_URL names: set them up there.',
  )
}
