import { hashPassword, makePassword } from '#lib/store/team/password.ts'
import type { Command } from './command.ts'

export const adminHash: Command = {
  takes: '',
  summary: 'Generate a password and its hash for ADMIN_PASSWORD_HASH.',
  options: {},
  positionals: 0,

  async run({ terminal }) {
    const password = makePassword()
    terminal.say(`Password: ${password}`)
    // In single quotes: a shell or compose file would expand $argon2id as a variable.
    terminal.say(`ADMIN_PASSWORD_HASH='${await hashPassword(password)}'`)
  },
}
