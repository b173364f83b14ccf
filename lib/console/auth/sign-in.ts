import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#lib/errors.ts'
import { readEmail } from '#lib/store/team/account.ts'
import { verifyPassword } from '#lib/store/team/password.ts'
import { answer } from '#lib/console/http/answer.ts'
import { addressOf, toActor } from './requester.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { forgetMembers } from './member-cache.ts'
import { readSmallJson } from '#lib/console/http/read-small-json.ts'
import { findMember, readSessionId, toEndedCookie } from './session.ts'
import { store } from '#lib/console/core/store.ts'
import { countAttempt } from './sign-in-throttle.ts'
import { startSession } from './start-session.ts'

/**
 * Signs in by email and password. Wrong passwords and unknown emails get the same response, after the same work.
 */
export function signIn(request: Request): Promise<Response> {
  return answer(request, async () => {
    requirePasswords()
    const body = await readSmallJson(request)
    const email = readEmail(body['email'])
    const password = typeof body['password'] === 'string' ? body['password'] : ''
    const { accounts, signInAttempts } = await store()
    const address = addressOf(request) ?? 'unknown'
    const attempt = await countAttempt(signInAttempts, { email, address })
    if (attempt.delayMs > 0) await wait(attempt.delayMs, undefined, { signal: request.signal })
    const account = await accounts.findByEmail(email)
    const right = await verifyPassword(password, account?.passwordHash ?? null)
    if (account === null || !right) {
      throw new ApiError('sign_in_failed', 'Incorrect email or password.')
    }
    await attempt.forgive()
    return startSession(request, account)
  })
}

/** Ends this browser's session, everywhere at once. */
export function signOut(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const [opened, id, member] = await Promise.all([store(), readSessionId(request), findMember(request)])
    if (id !== null && member !== null) {
      const { userId, teamId } = member
      await opened.sessions.end({ id, userId, teamId, actor: toActor(member, request) })
      forgetMembers(opened)
    }
    return Response.json({ signed_in: false }, { headers: { 'set-cookie': toEndedCookie() } })
  })
}

/** @throws ApiError `unknown_url` in open mode, which has no accounts */
export function requireSignInMode(): void {
  if (settings().auth !== 'open') return
  throw new ApiError('unknown_url', 'This console has no sign-in: it runs in open mode.')
}

/** Disabled by `SEXTANT_PASSWORDS=off`: all routes that set or use a password. */
export function requirePasswords(): void {
  requireSignInMode()
  if (settings().signIn.passwords) return
  throw new ApiError('sign_in_failed', 'Password sign-in is disabled. Use single sign-on.')
}
