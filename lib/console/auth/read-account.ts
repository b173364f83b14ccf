import 'server-only'
import { type NewAccount, readEmail, readPersonName } from '#lib/store/team/account.ts'
import { hashPassword } from '#lib/store/team/password.ts'

/**
 * Validates a new account and hashes its password, which takes a while.
 * @throws ApiError `invalid_value` with param `email`, `name` or `password`
 */
export async function readAccount(body: Readonly<Record<string, unknown>>): Promise<NewAccount> {
  const email = readEmail(body['email'])
  const name = readPersonName(body['name'])
  const password = typeof body['password'] === 'string' ? body['password'] : ''
  return { email, name, passwordHash: await hashPassword(password) }
}
