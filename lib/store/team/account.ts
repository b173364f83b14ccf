import { ApiError } from '#lib/errors.ts'

/** Email address and name of a new account. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
}

/**
 * Normalizes an email address for comparison and storage.
 * @throws ApiError `invalid_value` with param `email`
 */
export function readEmail(given: unknown): string {
  const email = typeof given === 'string' ? given.normalize('NFKC').trim().toLowerCase() : ''
  // Only an email would prove that it can be delivered to; this catches values of other fields.
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(email)) return email
  throw new ApiError('invalid_value', 'Enter an email address, such as you@example.org.', { param: 'email' })
}

/** @throws ApiError `invalid_value` with param `name` */
export function readPersonName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : ''
  // Bidirectional control characters reorder the text around them: a name must not look like another.
  if (name.length >= 1 && name.length <= 100 && !/[\p{Cc}\p{Bidi_Control}]/u.test(name)) return name
  throw new ApiError(
    'invalid_value',
    'Enter a name of 1 to 100 characters, without line breaks or bidirectional control characters.',
    {
      param: 'name',
    },
  )
}
