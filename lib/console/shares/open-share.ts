import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn } from '#lib/console/auth/requester.ts'
import { findShare } from './find-share.ts'
import { findMember } from '#lib/console/auth/session.ts'

/** The request of a short link, for the playground that opens it: it fills in the form and runs nothing. */
export function openShare(request: Request): Promise<Response> {
  return answer(request, async () => {
    const share = await findShare(idIn(request), await findMember(request))
    if (share === null) {
      const message = 'This link is not valid: it was revoked, has expired, or is for members of a team.'
      throw new ApiError('link_not_valid', message)
    }
    const { contract, draft } = share
    return Response.json({ contract, request: draft })
  })
}
