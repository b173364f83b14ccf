import type { Command } from './command.ts'
import { operator } from '#lib/store/team/audit.ts'
import { withStore } from './with-store.ts'

export const keysRevoke: Command = {
  takes: '<id>',
  summary: 'Revoke a key permanently; its running streams end.',
  options: {},
  positionals: 1,

  async run({ config, terminal, positionals: [id = ''] }) {
    const revoked = await withStore(config, async store => {
      const { teamId } = await store.teams.openModeOwner()
      return store.keys.revoke(teamId, id, operator)
    })
    // The input may be the key itself, so it is not printed.
    if (!revoked) throw new Error('No key with this ID. IDs begin with key_; see: keys list')
    terminal.say(`Revoked ${id}.`)
  },
}
