import { ApiError } from '#lib/errors.ts'
import { readEmail, readPersonName } from '#lib/store/team/account.ts'
import { hashPassword, makePassword } from '#lib/store/team/password.ts'
import type { Store } from '#lib/store/core/store.ts'
import { type Command, UsageError } from './command.ts'
import { withStore } from './with-store.ts'

export const adminCreate: Command = {
  takes: '<email>',
  summary: "Create an owner with a new password, or reset an owner's password; it is printed once.",
  options: { name: { type: 'string', value: 'TEXT', description: 'Display name' } },
  positionals: 1,

  async run({ config, terminal, options, positionals: [given = ''] }) {
    if (config.auth === 'open') {
      throw new Error('This installation has no sign-in: SEXTANT_AUTH is open. Set it to team first.')
    }
    if (!config.signIn.passwords) throw new Error('SEXTANT_PASSWORDS=off: ADMIN_EMAIL names the first owner.')
    const { email, name } = readPerson(given, options['name'] ?? 'Administrator')
    const password = makePassword()
    const account = { email, name, passwordHash: await hashPassword(password) }
    const outcome = await withStore(config, store => makeOwner(store, account))
    terminal.say(password)
    terminal.say('')
    terminal.say(
      outcome === 'made'
        ? `${email} is now an owner with this password. It is shown only once.`
        : `${email} is an owner; the password is reset and existing sessions have ended.`,
    )
  },
}

async function makeOwner(store: Store, account: Parameters<Store['setUp']['makeOwner']>[1]) {
  const { teamId } = await store.teams.openModeOwner()
  if (await store.setUp.isDone(teamId)) return store.setUp.makeOwner(teamId, account)
  await store.setUp.claim({ teamId, proof: { by: 'operator' }, account, address: null })
  return 'made' as const
}

function readPerson(email: string, name: string | boolean): { email: string; name: string } {
  try {
    return { email: readEmail(email), name: readPersonName(name) }
  } catch (error) {
    if (error instanceof ApiError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}
