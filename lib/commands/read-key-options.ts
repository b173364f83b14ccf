import { defaultScopes, type KeyScope, keyScopes } from '#lib/contracts/contract.ts'
import type { BudgetTerms } from '#lib/store/write-budget.ts'
import { type CommandInput, UsageError } from './command.ts'
import { readBudget } from './read-budget.ts'
import { readExpiry } from './read-expiry.ts'

export interface KeyOptions {
  readonly name: string
  readonly scopes: KeyScope[]
  readonly models: string[] | null
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  readonly parallel: number | null
  readonly budget: BudgetTerms | null
  readonly expiresAt: number | null
}

export function readKeyOptions(options: CommandInput['options'], now: number): KeyOptions {
  const text = (name: string) => {
    const value = options[name]
    return typeof value === 'string' ? value.trim() : null
  }
  const expires = text('expires')
  const budget = text('budget')
  return {
    name: readName(text('name')),
    scopes: readScopes(text('scopes')),
    models: readList('models', text('models')),
    requestsPerMinute: readCount('rpm', text('rpm')),
    tokensPerMinute: readCount('tpm', text('tpm')),
    parallel: readCount('parallel', text('parallel')),
    budget: budget === null ? null : readBudget(budget),
    expiresAt: expires === null ? null : readExpiry(expires, now),
  }
}

function readName(text: string | null): string {
  if (text === null) return 'Command line'
  if (text === '' || text.length > 100) throw new UsageError('--name takes 1 to 100 characters.')
  return text
}

function readScopes(text: string | null): KeyScope[] {
  const names = readList('scopes', text)
  if (names === null) return [...defaultScopes]
  return names.map(name => {
    const scope = keyScopes.find(known => known === name)
    if (scope === undefined)
      throw new UsageError(`\`${name}\` is no scope. There are: ${keyScopes.join(', ')}.`)
    return scope
  })
}

function readList(option: string, text: string | null): string[] | null {
  if (text === null) return null
  const entries = text.split(',').map(entry => entry.trim())
  if (entries.includes(''))
    throw new UsageError(`--${option} takes names with commas between, not \`${text}\`.`)
  return [...new Set(entries)]
}

function readCount(option: string, text: string | null): number | null {
  if (text === null) return null
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new UsageError(`--${option} takes a number from 1 on, not \`${text}\`.`)
  return Number(text)
}
