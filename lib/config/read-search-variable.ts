import type { KnownSearchBackend } from '#lib/known-search-backends.ts'
import type { Mistake } from './config-error.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'
import type { Environment } from './read-environment.ts'

/** The key or address that a variable holds; null when it is not set. A value that cannot be one is a mistake. */
export function readSearchVariable(
  { variable, gives }: Pick<KnownSearchBackend, 'variable' | 'gives'>,
  environment: Environment,
  mistakes: Mistake[],
): string | null {
  const value = environment[variable]?.trim()
  if (!value) return null
  if (gives === 'key') {
    if (!apiKeyPattern.test(value)) mistakes.push({ where: variable, reason: apiKeyRule })
    return value
  }
  const url = URL.parse(value)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    mistakes.push({ where: variable, reason: 'must be an http or https address' })
    return null
  }
  if (url.username !== '' || url.password !== '') {
    mistakes.push({ where: variable, reason: 'must hold no name or password' })
    return null
  }
  // People copy the address from their browser.
  return `${url.origin}${url.pathname}`.replace(/\/(search)?\/*$/, '')
}
