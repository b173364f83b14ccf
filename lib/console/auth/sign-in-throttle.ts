import 'server-only'
import { ApiError } from '#lib/errors.ts'
import type { AttemptLimit, SignInAttemptStore } from '#lib/store/team/sign-in-attempts.ts'
import { toClientNetwork } from '#lib/client-network.ts'

const minutes = 60_000
const pairMax = 5
const networkMax = 100
const mailMax = 20
const slowestMs = 8_000

export interface CountedAttempt {
  /** Delay before the password check. */
  readonly delayMs: number
  /** Call it when the password was correct. */
  forgive(): Promise<void>
}

/**
 * Slows down guessing without ever locking an account: only one IP address for one account, or one network, is
 * rejected; guesses at an account from many IP addresses are only delayed. Known and unknown accounts are treated
 * alike.
 * @throws ApiError `rate_limit_exceeded`
 */
export async function countAttempt(
  attempts: SignInAttemptStore,
  { email, address }: { email: string; address: string },
  now = Date.now(),
): Promise<CountedAttempt> {
  const limits: readonly [AttemptLimit, AttemptLimit, AttemptLimit] = [
    { bucket: `pair:${address}|${email}`, windowMs: 15 * minutes },
    { bucket: `network:${toClientNetwork(address)}`, windowMs: 60 * minutes },
    { bucket: `mail:${email}`, windowMs: 60 * minutes },
  ]
  const { id, counted } = await attempts.count(limits, now)
  const [pair, network, mail] = counted
  if (pair && pair.attempts > pairMax) throw tooMany(pair.oldestAt + limits[0].windowMs - now)
  if (network && network.attempts > networkMax) throw tooMany(network.oldestAt + limits[1].windowMs - now)
  const over = Math.max(0, (mail?.attempts ?? 0) - mailMax)
  return {
    delayMs: over === 0 ? 0 : Math.min(slowestMs, 500 * 2 ** Math.min(over, 10)),
    forgive: () => attempts.forgive(limits, id),
  }
}

function tooMany(waitMs: number): ApiError {
  const retryAfterMs = Math.max(1000, waitMs)
  const wait = Math.ceil(retryAfterMs / minutes)
  return new ApiError(
    'rate_limit_exceeded',
    `Too many sign-in attempts. Try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}.`,
    { retryAfterMs },
  )
}
