import { ApiError } from '#lib/errors.ts'

/** How somebody will sign in and be called. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
}

/**
 * An address as it is compared and stored.
 * @throws ApiError `invalid_value` with param `email`
 */
export function readEmail(given: unknown): string {
  const email = typeof given === 'string' ? given.normalize('NFKC').trim().toLowerCase() : ''
  // Whether it can be delivered to only a letter would tell; this keeps out what was put in the wrong field.
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(email)) return email
  throw new ApiError('invalid_value', 'Give an e-mail address, such as you@example.org.', { param: 'email' })
}

/** @throws ApiError `invalid_value` with param `name` */
export function readPersonName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : ''
  // A mark of direction turns around what stands beside it: a name must not read as another.
  if (name.length >= 1 && name.length <= 100 && !/[\p{Cc}\p{Bidi_Control}]/u.test(name)) return name
  throw new ApiError(
    'invalid_value',
    'Give a name of 1 to 100 characters, without line breaks and marks of direction.',
    {
      param: 'name',
    },
  )
}
