import 'server-only'
import { changePasswordSchema, renameYouSchema, type You } from '#lib/contracts/console/you.ts'
import { ApiError } from '#lib/errors.ts'
import { hashPassword, verifyPassword } from '#lib/store/team/password.ts'
import { answer } from '#lib/console/http/answer.ts'
import { addressOf, toActor } from '#lib/console/auth/requester.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { forgetMembers } from '#lib/console/auth/member-cache.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { readSessionId, requireMember, signedOut } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { requirePasswords } from '#lib/console/auth/sign-in.ts'
import { countAttempt } from '#lib/console/auth/sign-in-throttle.ts'

/** The requester's account. */
export function readYou(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { userId } = await requireMember(request, 'see')
    const account = await requireAccount(userId)
    const { auth, signIn } = settings()
    const you: You = {
      name: account.name,
      email: account.email,
      has_password: auth !== 'open' && signIn.passwords && account.passwordHash !== null,
      vouched_by: account.issuer,
    }
    return Response.json(you)
  })
}

export function renameYou(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'see')
    const { name } = await readBody(request, renameYouSchema)
    const opened = await store()
    const { userId, teamId } = member
    await opened.accounts.rename({ userId, teamId, name, actor: toActor(member, request) })
    forgetMembers(opened)
    return Response.json({ name: (await requireAccount(userId)).name })
  })
}

/** Changes the password after checking the current one; all other sessions of the user end. */
export function changePassword(request: Request): Promise<Response> {
  return answer(request, async () => {
    requirePasswords()
    const member = await requireMember(request, 'see')
    const { current, password } = await readBody(request, changePasswordSchema)
    const opened = await store()
    const { userId, teamId } = member
    const { email, passwordHash: formerHash } = await requireAccount(userId)
    if (formerHash === null || email === null) {
      throw new ApiError(
        'invalid_value',
        'You sign in with single sign-on, so there is no password to change.',
      )
    }
    // An attacker at an open browser must not guess faster than at the sign-in.
    const address = addressOf(request) ?? 'unknown'
    const attempt = await countAttempt(opened.signInAttempts, { email, address })
    if (!(await verifyPassword(current, formerHash))) {
      throw new ApiError('invalid_value', 'Incorrect password.', { param: 'current' })
    }
    await attempt.forgive()
    const passwordHash = await hashPassword(password)
    const sessionId = await readSessionId(request)
    const actor = toActor(member, request)
    const ended = await opened.accounts.changePassword({
      userId,
      teamId,
      formerHash,
      passwordHash,
      sessionId,
      actor,
    })
    if (ended === null) {
      throw new ApiError('invalid_value', 'Your password was just changed elsewhere.', {
        param: 'current',
      })
    }
    forgetMembers(opened)
    return Response.json({ ended_sessions: ended })
  })
}

async function requireAccount(userId: string) {
  const { accounts } = await store()
  const account = await accounts.get(userId)
  if (account === null) throw signedOut()
  return account
}
