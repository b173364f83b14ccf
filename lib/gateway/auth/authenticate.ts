import type { KeyScope } from '#lib/contracts/core/contract.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { hashApiKey, isWellFormed } from '#lib/store/keys/api-key.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { KeyCache } from './key-cache.ts'

// Longer than any valid key; prevents hashing a megabyte of header.
const tokenLengthMax = 512
const bearer = /^bearer +([^\s]+) *$/i

/**
 * The key behind an `Authorization` header.
 * @throws ApiError `missing_api_key`, or `invalid_api_key` with one text for wrong, revoked, expired and disabled
 */
export function authenticate(header: string | undefined, keys: KeyCache): LimitedKey | Promise<LimitedKey> {
  const token = bearer.exec(header ?? '')?.[1]
  if (token !== undefined) return findKey(token, keys)
  throw new ApiError('missing_api_key', 'Send an API key in the header `Authorization: Bearer <key>`.')
}

/**
 * The same where Anthropic's clients may send `x-api-key` too, which takes precedence.
 * @throws the same
 */
export function authenticateEither(
  headers: IncomingHttpHeaders,
  keys: KeyCache,
): LimitedKey | Promise<LimitedKey> {
  const token = headers['x-api-key']
  if (typeof token === 'string' && token !== '') return findKey(token, keys)
  if (bearer.test(headers.authorization ?? '')) return authenticate(headers.authorization, keys)
  const message = 'Send an API key in the header `x-api-key: <key>` or `Authorization: Bearer <key>`.'
  throw new ApiError('missing_api_key', message)
}

function findKey(token: string, keys: KeyCache): LimitedKey | Promise<LimitedKey> {
  if (token.length > tokenLengthMax) throw invalid()
  const hash = hashApiKey(token)
  if (!keys.has(hash) && isWellFormed(token) === 'ours-bad-checksum') throw invalid()
  const found = keys.find(hash)
  if (found instanceof Promise) return found.then(requireActive)
  return requireActive(found)
}

export function isActive(key: LimitedKey, now: number): boolean {
  return key.revokedAt === null && key.disabledAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** @throws ApiError `endpoint_not_allowed` */
export function requireScope(key: LimitedKey, scope: KeyScope): void {
  if (key.scopes.includes(scope)) return
  throw new ApiError(
    'endpoint_not_allowed',
    `This key lacks the scope \`${scope}\`. Use a key with that scope.`,
  )
}

function requireActive(key: LimitedKey | null): LimitedKey {
  if (key === null || !isActive(key, Date.now())) throw invalid()
  return key
}

function invalid(): ApiError {
  return new ApiError(
    'invalid_api_key',
    // litellm recognizes an authentication error by OpenAI's first four words.
    'Incorrect API key provided: it is invalid, expired, revoked or disabled. Create one in the console under API keys, or with: npm run -s sextant -- keys create --name NAME',
  )
}
