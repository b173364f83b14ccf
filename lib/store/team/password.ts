import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomBase62 } from '#lib/base62.ts'
import { ApiError } from '#lib/errors.ts'
import { Semaphore } from '#lib/semaphore.ts'

const derive = promisify(argon2)

// The second recommended option of RFC 9106, as in OWASP: about 35 ms and 19 MiB per attempt.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const nonceLength = 16

const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

// More at once would exhaust the memory and both cores of a small machine.
const semaphore = new Semaphore({ atOnce: 2, queue: { max: 50, full: tooMany } })

/** A generated password: 119 random bits. */
export function makePassword(): string {
  return randomBase62(20)
}

/**
 * The stored hash of a password, e.g. `$argon2id$v=19$m=19456,t=2,p=1$…`.
 * @throws ApiError `invalid_value` outside 12 to 128 characters; `rate_limit_exceeded` if the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  const length = Array.from(password.normalize('NFKC')).length
  if (length < 12 || length > 128) {
    const message = `A password must have 12 to 128 characters; this one has ${length}.`
    throw new ApiError('invalid_value', message, { param: 'password' })
  }
  const nonce = randomBytes(nonceLength)
  const tag = await semaphore.run(() => toTag(password, nonce, cost, tagLength))
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${toBase64(nonce)}$${toBase64(tag)}`
}

/**
 * Whether the password matches the hash. Null, for an unknown account, takes as long and returns false.
 * @throws ApiError `rate_limit_exceeded` if the queue is full
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = form.exec(stored ?? '') ?? []
  if (memory === undefined) {
    await semaphore.run(() => toTag(password, Buffer.alloc(nonceLength), cost, tagLength))
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const asStored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const given = await semaphore.run(() =>
    toTag(password, Buffer.from(nonce, 'base64'), asStored, expected.length),
  )
  return timingSafeEqual(given, expected)
}

function toTag(password: string, nonce: Buffer, parameters: typeof cost, length: number): Promise<Buffer> {
  // Longer passwords are never stored, and hashing a megabyte would be a denial of service.
  const message = password.slice(0, 1024).normalize('NFKC')
  return derive('argon2id', { ...parameters, message, nonce, tagLength: length })
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function tooMany(): ApiError {
  return new ApiError('rate_limit_exceeded', 'Too many sign-ins in progress. Try again in a moment.', {
    retryAfterMs: 2000,
  })
}
