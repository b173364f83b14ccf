import type { Command } from './command.ts'
import { withStore } from './with-store.ts'

export const keysRevoke: Command = {
  takes: '<id>',
  summary: 'Make a key useless at once and for good; its running streams end.',
  options: {},
  positionals: 1,

  async run({ config, terminal, positionals: [id = ''] }) {
    const revoked = await withStore(config, async store => {
      const { teamId } = await store.teams.openModeOwner()
      return store.keys.revoke(teamId, id)
    })
    // Somebody may have pasted the key itself: it is not repeated.
    if (!revoked) throw new Error('There is no key with this id. Ids begin with key_; see: keys list')
    terminal.say(`${id} is revoked.`)
  },
}
