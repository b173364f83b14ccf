import type { KeyRow } from '#lib/store/keys/key-row.ts'
import type { Command } from './command.ts'
import { toTable } from './to-table.ts'
import { withStore } from './with-store.ts'

export const keysList: Command = {
  takes: '',
  summary: 'List keys, newest first, without the secret keys.',
  options: { json: { type: 'boolean', description: 'Print JSON, for scripts' } },
  positionals: 0,

  async run({ config, terminal, options }) {
    const keys = await withStore(config, async store => {
      const { teamId } = await store.teams.openModeOwner()
      return store.keys.list(teamId)
    })
    const now = Date.now()
    if (options['json'] === true) {
      terminal.say(JSON.stringify(keys.map(key => toPlain(key, now))))
      return
    }
    if (keys.length === 0) {
      terminal.say('No keys yet. Create one with: npm run -s sextant -- keys create --name NAME')
      return
    }
    const head = ['ID', 'NAME', 'KEY', 'STATE', 'SCOPES', 'LIMITS', 'CREATED', 'LAST USED']
    terminal.say(toTable([head, ...keys.map(key => toCells(key, now))]))
  },
}

/** All fields but the hash, which is internal. */
function toPlain(key: KeyRow, now: number): Record<string, unknown> {
  return { ...key, hash: undefined, state: stateOf(key, now) }
}

function toCells(key: KeyRow, now: number): string[] {
  return [
    key.id,
    key.name,
    `${key.prefix}…${key.last4}`,
    stateOf(key, now),
    key.scopes.join(','),
    limitsOf(key),
    toDay(key.createdAt),
    key.lastUsedAt === null ? 'never' : toDay(key.lastUsedAt),
  ]
}

function stateOf(key: Pick<KeyRow, 'revokedAt' | 'disabledAt' | 'expiresAt'>, now: number): string {
  if (key.revokedAt !== null) return 'revoked'
  if (key.disabledAt !== null) return 'disabled'
  if (key.expiresAt === null) return 'active'
  return key.expiresAt <= now ? 'expired' : `until ${toDay(key.expiresAt)}`
}

function limitsOf(key: KeyRow): string {
  const limits = [
    key.requestsPerMinute !== null && `${key.requestsPerMinute} rpm`,
    key.tokensPerMinute !== null && `${key.tokensPerMinute} tpm`,
    key.parallel !== null && `${key.parallel} parallel`,
    key.models !== null && `models ${key.models.join(',')}`,
  ].filter(limit => limit !== false)
  return limits.length === 0 ? 'none' : limits.join(', ')
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
